-- An agent that takes over any velocity at once, and prints its own after each tick.
local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local stray = steer.wander {}

local a = drover.kind("a", {
  body = { max_speed = 10, max_force = 1e9, response = 0.001 },
  --[[kind]]
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world)
    for s in world:agents() do
      if world.tick > 0 then print(math.floor(s.vx * 100 + 0.5), math.floor(s.vy * 100 + 0.5)) end
    end
  end,
}
