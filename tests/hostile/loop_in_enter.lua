-- does not return
local drover = require "drover"
local ant = drover.kind("ant", {
  initial = "here",
  states = { here = {
    enter = function()
      while true do end
    end,
  } },
})
return drover.scenario {
  kinds = { ant },
  setup = function(world) world:spawn "ant" end,
}
