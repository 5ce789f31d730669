local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    print(pcall(world.spawn, world, "a", { prey = 3 }))
    print(world:count())
    print(pcall(world.spawn, world, "a", { x = 0 / 0 }))
    print(world:count())
    print(world:spawn("a", {}).id)
  end,
}
