-- does not return
local drover = require "drover"
local ant = drover.kind("ant", {
  init = function()
    while true do end
  end,
})
return drover.scenario {
  kinds = { ant },
  setup = function(world) world:spawn "ant" end,
}
