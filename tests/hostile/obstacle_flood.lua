-- stopped after|out of memory|at most
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    for i = 1, 1e9 do world:obstacle { sphere = { x = i % 100, y = 0, radius = 1 } } end
  end,
}
