local drover = require "drover"
local vec = drover.vec

local mud = drover.terrain("mud", { weight = 4, speed = 0.5, color = "tan" })
drover.terrain("road", {})

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  setup = function(world)
    print(mud, mud.name, world:terrain_at(0, 0))
    local ground = world:terrain(mud)
    print(ground, ground.terrain, ground.speed)
    local r = world:region { shape = { sphere = { x = 5, y = 0, radius = 3 } }, terrain = "road" }
    local a = world:spawn("a", { x = 5 })
    print(r.terrain, world:terrain_at(a), world:terrain_at(vec(8.1, 0)), world:terrain_at(90, 0))
    r.terrain = nil
    print(r.terrain, world:terrain_at(5, 0))
    r.terrain = mud
    print(r.terrain)
    print(pcall(world.terrain, world, "mut"))
    print(pcall(world.terrain, world, 3))
    print(pcall(function() r.terrain = "rod" end))
    print(
      pcall(
        world.region,
        world,
        { shape = { sphere = { x = 0, y = 0, radius = 1 } }, terrain = "rod" }
      )
    )
    print(
      pcall(
        world.region,
        world,
        { shape = { sphere = { x = 0, y = 0, radius = 1 } }, terain = "mud" }
      )
    )
  end,
}
