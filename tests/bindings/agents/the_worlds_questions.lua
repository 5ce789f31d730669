local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    for i = 1, 3 do
      world:spawn("a", { x = i })
    end
    world:spawn("b", {})
    print(world:count(), world:count "a", world:count { "a", "b" }, world:count {})
    local t = {}
    for s in world:agents { "b", "a" } do
      t[#t + 1] = tostring(s)
    end
    print(table.concat(t, " "))
    print(world.tick, world.time, world.dt, world.seed, world.visibility, world.mouse)
    print(world.bounds.min, world.bounds.max, world.bounds.edge, world)
  end,
}
