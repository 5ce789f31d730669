-- stopped after|out of memory|at most
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    for _ = 1, 1e9 do world:path { points = { { 0, 0 }, { 1, 1 } } } end
  end,
}
