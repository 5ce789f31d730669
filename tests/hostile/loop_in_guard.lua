-- used 0.9 of the 0.9 s
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
