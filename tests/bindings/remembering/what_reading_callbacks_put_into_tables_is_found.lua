local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  monitors = {
    direct = function(world)
      world.memory.t = {}
      return 1
    end,
    nested = function(world)
      world.memory.t.f = print
      return 1
    end,
  },
  setup = function(world) world.memory.t = {} end,
}
