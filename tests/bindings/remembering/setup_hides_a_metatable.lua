local drover = require "drover"

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  setup = function(world)
    world.memory.t = {}
    world.memory.t.f = setmetatable({}, {})
  end,
}
