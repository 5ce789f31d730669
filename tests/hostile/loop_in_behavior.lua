-- of the 0.3 s that Lua may take in a tick
local drover = require "drover"
local ant = drover.kind("ant", {
  steer = drover.steer.custom(function()
    while true do end
  end),
})
return drover.scenario {
  kinds = { ant },
  setup = function(world) world:spawn "ant" end,
}
