local drover = require "drover"

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  update = function(world)
    world.memory.t = { f = 2 }
  end,
}
