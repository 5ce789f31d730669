-- 'step' of ant used
local drover = require "drover"
local ant = drover.kind("ant", {
  step = function()
    while true do end
  end,
})
return drover.scenario {
  kinds = { ant },
  setup = function(world) world:spawn "ant" end,
}
