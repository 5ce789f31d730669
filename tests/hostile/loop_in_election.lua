-- 'elect' of nest used
local drover = require "drover"
local ant = drover.kind("ant", {})
drover.group("nest", { elect = function()
  while true do end
end })
return drover.scenario {
  kinds = { ant },
  setup = function(world) world:spawn("ant", { group = world:new_group "nest" }) end,
}
