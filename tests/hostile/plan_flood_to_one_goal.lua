-- the script does not return
-- limited by map cells
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    for _ = 1, 1e9 do world:plan({ -40, -40 }, { 40, 40 }, { resolution = 0.05 }) end
  end,
}
