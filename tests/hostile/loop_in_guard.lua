-- of the 0.3 s that Lua may take in a tick
local drover = require "drover"
local ant = drover.kind("ant", {
  on = { { drover.when.lua(function()
    while true do end
  end), function() end } },
})
return drover.scenario {
  kinds = { ant },
  setup = function(world) world:spawn "ant" end,
}
