-- A soldier: he keeps his position behind the commander, and any soldier may be the commander.
--
--     marching ──elected──▶ commanding
--
-- Nobody has to tell him who commands: that is in "group.leader", and changes for all of them at once.

local drover = require "drover"
local formation = require "formation"
local steer, blend, when = drover.steer, drover.blend, drover.when

-- Called on the next tick without a leader. The one nearest to where the commander stood takes over; positions are
-- meters ahead of the commander and to his left, so his is the shortest.
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
local STATELY = 60 -- newtons: all positions turn with the commander, so he turns no faster than the wings can wheel
local dodge = steer.obstacle_avoidance { horizon = 1.5, clearance = 0.3 }

return drover.kind("soldier", {
  body = { mass = 80, radius = 0.3, max_speed = 4, max_force = 600, response = 0.1, solid = "agents" },
  look = { shape = "person", color = "coral", size = 1.3 },
  slots = { place = "vector", route = "path", pace = "number" },

  initial = "marching",
  states = {
    marching = {
      -- Being in position means moving as the commander does: offset_pursuit matches his velocity there.
      steer = blend.weighted {
        { dodge, 1.5 },
        steer.offset_pursuit { target = "group.leader", offset = "place", slowing_distance = 1, horizon = 0.5 },
        steer.separation { kind = "soldier", radius = 0.9 },
      },
      on = { { when.leads(), "commanding" }, { when.stuck(1), "rounding" } },
    },

    -- His position is straight behind a rock, and he faces it. Steering that only looks at the present would stop
    -- there.
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
      -- He marches more slowly the more of them are out of position, and waits when the regiment is lost.
      step = function(self)
        local disorder = formation.error_of_all(self.group) / self.world.settings.spacing
        self.pace = PACE * math.max(0.4, math.min(1, 1.5 - disorder))
      end,
      on = { { ~when.leads(), "marching" } },
    },
  },
})
