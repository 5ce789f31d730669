-- does not return
local drover = require "drover"
local wind = drover.flow("wind", { field = function()
  while true do end
end })
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world) world:flow(wind) end,
}
