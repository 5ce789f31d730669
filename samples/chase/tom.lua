-- Tom strolls until he sees Jerry, and then chases him. schema.chasing stands for all of this:
--
--     in sight                → after him
--     not in sight            → to where he was last seen
--     there, and not in sight → on the way he was running, for a while (extrapolation)
--     in sight again          → after him
--     still not in sight      → failed: he is lost

local drover = require "drover"
local streets = require "streets"
local steer, schema, when = drover.steer, drover.schema, drover.when

local TOUCH = 0.8 -- meters
local GIVE_UP = 8 -- seconds without seeing him
local AHEAD = 3 -- seconds on the way he was running

local reflexes = steer.obstacle_avoidance { horizon = 0.4, clearance = 0.1 }
local notices = { { when.sees("jerry", { as = "quarry" }), "choose" } }

local function count(self, what) self.world.memory[what] = self.world.memory[what] + 1 end

-- Tom runs straight at Jerry, and so keeps him in sight. By default, chasing uses pursuit, which heads for where Jerry
-- will be. That is best on a meadow; here, it takes Tom behind the next house, where he sees nobody.
local function chase(extrapolate)
  return schema.chasing {
    target = "quarry", distance = TOUCH, steer = steer.seek { target = "quarry" }, reflexes = reflexes,
    give_up = GIVE_UP, extrapolate = extrapolate, turn = false, done = "caught", failed = "lost",
  }
end

return drover.kind("tom", {
  body = { mass = 60, radius = 0.3, max_speed = 3.2, max_force = 600, response = 0.1, solid = "agents" },
  sight = { range = 30, angle = math.rad(120), occluded = true },
  look = { shape = "person", size = 2, color = "skyblue" },
  slots = { quarry = "agent", goal = "point" },
  initial = "stroll",
  states = {
    stroll = schema.locomotion {
      target = "goal", clearance = 1, reflexes = reflexes, done = "look", failed = "look", speed = 2.4, on = notices,
      enter = function(self) self.goal = streets.crossing(self.world:random(1, 16)) end,
    },

    look = schema.turning { angle = math.rad(150), done = "stroll", on = notices },

    -- The same schema, with and without extrapolation.
    choose = { on = {
      { when.setting("extrapolate", true), "chase" },
      { when.setting("extrapolate", false), "chase_plainly" },
    } },
    chase = chase(AHEAD),
    chase_plainly = chase(false),

    caught = {
      steer = steer.target_speed { speed = 0 },
      enter = function(self)
        count(self, "caught")
        if self.quarry then self.quarry.caught_by = self end
      end,
      on = { { when.after(2), "look" } },
    },

    lost = {
      steer = steer.target_speed { speed = 0 },
      enter = function(self)
        count(self, "lost")
        self.label = self.schema.reason
      end,
      leave = function(self) self.label = nil end,
      on = { { when.after(2), "look" } },
    },
  },

  -- The place he heads for while he can't see Jerry.
  draw = function(self, draw)
    local place = self.schema
    if not place.x or not self.quarry or self:sees(self.quarry) then return end
    draw.line(self.x, self.y, place.x, place.y, { color = "skyblue" })
    draw.circle(place.x, place.y, 0.6, { color = "skyblue", width = 2 })
  end,
})
