local drover = require "drover"

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  update = function(world)
    world.memory.t = { f = 1 }
    world.memory.t.f = print
  end,
}
