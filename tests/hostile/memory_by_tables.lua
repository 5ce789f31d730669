-- stopped after|out of memory|at most
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local list = {}
    for i = 1, math.huge do list[i] = { i, {}, {} } end
  end,
}
