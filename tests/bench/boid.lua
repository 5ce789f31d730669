-- A boid with all of Reynolds' rules: three radii and three view cones. Declared once, it costs no Lua a tick.
local drover = require "drover"

return drover.kind("boid", {
  body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27, response = 0.25 },
  steer = drover.steer.flocking {
    kind = "boid",
    separation = { weight = 12, radius = 5, angle = 2 * math.acos(-0.707) },
    alignment = { weight = 8, radius = 7.5, angle = 2 * math.acos(0.7) },
    cohesion = { weight = 8, radius = 9, angle = 2 * math.acos(-0.15) },
  },
})
