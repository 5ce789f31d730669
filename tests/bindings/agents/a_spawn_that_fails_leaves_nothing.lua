local drover = require "drover"

local a = drover.kind("a", { slots = { prey = "agent" }, memory = { n = 1 } })
local b = drover.kind("b", {})

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    print(pcall(world.spawn, world, "a", { prey = 3 }))
    print(world:count())
    print(pcall(world.spawn, world, "a", { x = 0 / 0 }))
    print(world:count())
    print(world:spawn("a", {}).id)
  end,
}
