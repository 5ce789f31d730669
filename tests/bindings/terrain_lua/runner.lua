local drover = require "drover"

drover.terrain("mud", { speed = 0.5 })

local a = drover.kind("a", {
  body = { max_speed = 8, max_force = 1e9, response = 0.01, mass = 1 },
  steer = drover.steer.seek { target = { 1000, 0 } },
})

return drover.scenario {
  kinds = { a },
  bounds = { min = { -500, -5 }, max = { 500, 5 } },
  setup = function(world)
    world:terrain "mud"
    world:spawn("a", { x = 0, y = 0 })
  end,
  update = function(world)
    if world.tick % 30 ~= 29 then return end
    for s in world:agents() do
      print(s.speed, world:terrain_at(s))
    end
  end,
}
