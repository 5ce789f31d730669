local drover = require "drover"

local kind = drover.kind("walker", {
  body = {
    locomotion = "point_mass",
    min_speed = 0,
    min_force = 0.1,
    damping = 0.1,
    smoothing = 0.1,
    turn_rate = 3,
    wheelbase = 1.5,
    max_steering_angle = 0.5,
    max_brake = 50,
  },
  slots = { goal = "point" },
  steer = drover.steer.arrival { target = "goal" },
})

return drover.scenario {
  kinds = { kind },
  space = "plane",
  setup = function(world)
    world:spawn("walker", { x = 0, y = 0, goal = { 30, 5, 0 } })
  end,
}
