local drover = require "drover"
local a = drover.kind("a", { body = { radius = 0.4 }, memory = { n = 0 } })
local b = drover.kind("b", { slots = { region = "region" } })

return drover.scenario {
  kinds = { a, b },
  bounds = { min = { -50, -50 }, max = { 50, 50 }, edge = "wrap" },
  setup = function(world)
    local zone = world:region { shape = { sphere = { x = 48, y = 0, radius = 8 } } }
    world:obstacle { sphere = { x = 48, y = 0, radius = 4 } }
    world:scatter("a", 40, { region = zone, n = 3, speed = 1 })
    local left, right, all = 0, 0, 0
    for agent in world:agents "a" do
      if agent.x < 0 then left = left + 1 else right = right + 1 end
      all = all + agent.n
      assert(zone:contains(agent) and agent:distance(48, 0) >= 4.4 and agent:count("a", 0.8) == 0)
    end
    print(left > 5, right > 5, all)
    local one = world:spawn("b", { region = zone })
    print(one.region == zone)
    print(pcall(world.scatter, world, "b", 1, { region = zone }))
    print(pcall(world.scatter, world, "a", 500, { region = zone }))
    local far = world:region { shape = { sphere = { x = 48, y = 0, radius = 3 } } }
    print(pcall(world.scatter, world, "a", 1, { region = far }))
    print(pcall(world.random_point, world, far))
    far:remove()
    print(pcall(world.scatter, world, "a", 1, { region = far }))
  end,
}
