-- The pike hangs in the water, darts at the nearest fish, misses it, and hangs in the water again.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when
local school = require "school"

local stay_inside = steer.containment { horizon = 1 }
local dodge = steer.obstacle_avoidance { horizon = 0.8, clearance = 0.2 }

return drover.kind("pike", {
  body = { mass = 6, radius = 0.3, max_speed = 4, max_force = 40, response = 0.3, solid = "agents" },
  sight = { range = 10, angle = math.rad(270) },
  look = { shape = "fish", color = "#f2f7c8", size = 1.4 },
  slots = { prey = "agent" },

  initial = "basking",
  states = {
    basking = {
      speed = 0.7,
      steer = blend.priority { stay_inside, dodge, steer.wander { strength = 0.4 } },
      on = { { when.after(4) & when.sees(school.KINDS, { as = "prey" }), "darting" } },
    },
    darting = {
      color = "orange",
      steer = blend.priority { dodge, blend.weighted { { stay_inside, 2 }, steer.pursuit { target = "prey" } } },
      on = { { when.near("prey", 0.5) | when.after(4), "basking" } },
    },
  },
})
