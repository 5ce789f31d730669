-- stopped after|out of memory|at most|of the 0.3 s that Lua may take in a tick
local drover = require "drover"
local ant = drover.kind("ant", {
  memory = { list = {} },
  step = function(self)
    for i = 1, math.huge do self.list[i] = { i } end
  end,
})
return drover.scenario {
  kinds = { ant },
  setup = function(world) world:spawn "ant" end,
}
