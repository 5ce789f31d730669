-- does not return
local drover = require "drover"
local hill = drover.surface("hill", { height = function()
  while true do end
end })
return drover.scenario {
  kinds = { drover.kind("ant", {}) }, space = "volume", bounds = { min = { 0, 0, 0 }, max = { 9, 9, 9 } },
  setup = function(world) world:surface(hill) end,
}
