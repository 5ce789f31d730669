-- A soldier: he keeps his place behind the commander, and any of them may be the commander.
--
--     marching ──elected──▶ commanding
--
-- Nobody tells him who commands: that is in "group.leader", and changes there for all of them at once.

local drover = require "drover"
local formation = require "formation"
local steer, blend, when = drover.steer, drover.blend, drover.when

-- The first in the next tick to find no leader. He who stands nearest to where the commander stood takes over; every
-- place is written as meters ahead and to the left of him, so that is the shortest.
drover.group("regiment", {
  elect = function(regiment)
    local best, least
    for soldier in regiment:members() do
      local place = soldier.place
      local distance = place and math.sqrt(place.x * place.x + place.y * place.y) or 0
      if not least or distance < least then best, least = soldier, distance end
    end
    return best
  end,
})

local PACE = 2 -- m/s in good order
local STATELY = 60 -- newtons: all places turn with the commander, so he turns no faster than the wings can wheel
local dodge = steer.obstacle_avoidance { horizon = 1.5, clearance = 0.3 }

return drover.kind("soldier", {
  body = { mass = 80, radius = 0.3, max_speed = 4, max_force = 600, response = 0.1 },
  look = { shape = "arrow", color = "firebrick", size = 1.1 },
  targets = { place = "vector", route = "path", pace = "number" },

  initial = "marching",
  states = {
    marching = {
      -- To be in one's place is to move as the commander does: offset_pursuit matches his velocity there.
      steer = blend.weighted {
        { dodge, 1.5 },
        steer.offset_pursuit { target = "group.leader", offset = "place", slowing_distance = 1, horizon = 0.5 },
        steer.separation { kind = "soldier", radius = 0.9 },
      },
      on = { { when.leads(), "commanding" }, { when.stuck(1), "rounding" } },
    },

    -- His place is straight behind a rock, and he faces the rock. Steering that only looks at now would stand there.
    rounding = {
      steer = steer.wall_following { distance = 0.8, radius = 3 },
      on = { { when.leads(), "commanding" }, { when.after(1), "marching" } },
    },

    commanding = {
      speed = "pace",
      enter = function(self)
        self.color = "gold"
        self.pace, self.max_force = PACE, STATELY
        formation.form_up(self.group)
      end,
      steer = blend.priority { dodge, steer.path_following { path = "route", horizon = 4 } },
      -- He marches slower, the more of them are out of their places, and waits when the regiment is lost.
      step = function(self)
        local disorder = formation.error_of_all(self.group) / self.world.settings.spacing
        self.pace = PACE * math.max(0.4, math.min(1, 1.5 - disorder))
      end,
      on = { { ~when.leads(), "marching" } },
    },
  },
})
