local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    print(world:spawn("a", { label = "x", x = 1 }).label)
    world:scatter("a", 2, { label = "y" })
    for each in world:agents() do
      print(each.id, each.label)
    end
    print(pcall(world.spawn, world, "a", { label = 3 }))
    print(pcall(world.spawn, world, "a", { lable = "x" }))
    print(world:count())
  end,
}
