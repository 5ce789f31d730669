local drover = require "drover"
local steer = drover.steer

local plan <const> = drover.data("plan.wkt")
local ant = drover.kind("ant", {
  body = { radius = 0.3, max_speed = 6, max_force = 1000 },
  steer = steer.wander { strength = 3 },
})

return drover.scenario {
  seed = 3,
  kinds = { ant },
  bounds = { min = { -20, -20 }, max = { 30, 30 } },
  setup = function(world)
    world:build(plan, { as = "obstacle", walkable = true })
    for i = 1, 30 do world:spawn(ant, { x = 1 + i % 3, y = 1 + i // 3 * 0.8 }) end
  end,
  update = function(world)
    for one in world:agents() do
      if not plan:contains(one) then print(one, one.position) end
    end
  end,
}
