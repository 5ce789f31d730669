-- The seeker: it counts with its eyes shut, goes around the field, and runs after the first hider it sees.
--
--     counting ──time is up──▶ searching ──sees a hider──▶ chasing ──has it──▶ counting
--                                 ▲────lost out of sight───────┘

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local dodge = steer.obstacle_avoidance { horizon = 1, clearance = 0.2 }

-- Only the one that is caught is close enough to hear it.
local function catch(self)
  local hider = self.quarry
  self.quarry = nil
  if not hider then return "searching" end
  self.world:emit("caught", { at = hider, radius = 0.1 })
  self.world.memory.caught = self.world.memory.caught + 1
  return "counting"
end

return drover.kind("seeker", {
  body = { mass = 70, radius = 0.4, max_speed = 3.8, max_force = 500, response = 0.2, solid = "agents" },
  sight = { range = 25, angle = math.rad(120), occluded = true },
  look = { shape = "person", color = "white", size = 2.2 },
  slots = { quarry = "agent" },

  initial = "counting",
  states = {
    counting = {
      enter = function(self) self.sight_range = 0 end,
      leave = function(self) self.sight_range = nil end,
      steer = steer.target_speed { speed = 0 },
      on = { { when.after(4), "searching" } },
    },

    searching = {
      speed = 3,
      steer = blend.weighted { { dodge, 2 }, steer.explore { radius = 6 } },
      on = { { when.sees("hider", { as = "quarry" }), "chasing" } },
    },

    -- It is a little faster than they are, but gives up when it has lost one or has run long enough.
    chasing = {
      steer = blend.weighted { { dodge, 2 }, steer.pursuit { target = "quarry" } },
      on = {
        { when.near("quarry", 1), catch },
        { when.loses("quarry", 1.5) | when.after(8), "searching" },
      },
    },
  },
})
