-- Fish that swim in schools. Tetras and barbs follow the same rules, each among their own kind; they differ in
-- size, in how close together they swim, and in when the pike scares them.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local school = { KINDS = { "tetra", "barb" } }

local stay_inside = steer.containment { horizon = 1 }
local dodge = steer.obstacle_avoidance { horizon = 0.8, clearance = 0.1 }

function school.kind(name, own)
  local flock = steer.flocking {
    kind = name,
    separation = { weight = 1.3, radius = own.room },
    alignment = { weight = 1, radius = 4 * own.room, angle = math.rad(300) },
    cohesion = { weight = 0.9, radius = 8 * own.room, angle = math.rad(300) },
  }
  local keep_apart = steer.separation { kind = school.KINDS, radius = own.room }

  return drover.kind(name, {
    body = {
      mass = own.length, radius = own.length / 4, max_speed = 3.5, max_force = 12 * own.length, response = 0.2,
      solid = "agents",
    },
    sight = { range = 6, angle = math.rad(300) },
    look = { shape = "fish", color = own.color, size = own.length },
    slots = { threat = "agent" },

    initial = "cruising",
    states = {
      cruising = {
        speed = own.pace,
        steer = blend.weighted {
          { stay_inside, 3 },
          { dodge, 3 },
          { flock, drover.setting "schooling" },
          keep_apart,
          { steer.wander { strength = 0.5 }, 0.6 },
          { steer.target_speed { speed = own.pace }, 2 },
        },
        on = { { when.sees("pike", { within = own.wary, as = "threat" }), "fleeing" } },
      },

      fleeing = {
        color = "orange",
        steer = blend.weighted {
          { stay_inside, 3 },
          { dodge, 3 },
          { steer.evasion { target = "threat", horizon = 1, radius = 4 }, 2 },
          { flock, 0.5 },
        },
        on = { { when.after(0.5) & when.far("threat", own.wary + 1), "cruising" } },
      },
    },
  })
end

school.tetra = school.kind("tetra", { color = "#82dcff", length = 0.32, room = 0.55, pace = 1.2, wary = 2.5 })
school.barb = school.kind("barb", { color = "#ffa55a", length = 0.5, room = 0.85, pace = 0.9, wary = 1.8 })

return school
