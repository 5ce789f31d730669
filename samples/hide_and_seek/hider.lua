-- A hider:
--
--     choose ──▶ hide ──there──▶ hidden ──"I see you!", or a good moment──▶ run ──at home──▶ safe
--                                            any, touched ──▶ found

local drover = require "drover"
local garden = require "garden"
local planner = require "planner"
local steer, blend, schema, when = drover.steer, drover.blend, drover.schema, drover.when

-- All a hider does is send go-to requests to the schema below, which keeps it off walls and others.
local walk = {
  clearance = garden.CLEARANCE, turn = false,
  reflexes = blend.weighted {
    { steer.obstacle_avoidance { horizon = 0.4 }, 2 }, steer.separation { kind = "hider", state = "run", radius = 1 },
  },
}

local function go_to(target, more)
  local request = { target = target }
  for key, value in pairs(walk) do request[key] = value end
  for key, value in pairs(more) do request[key] = value end
  return schema.locomotion(request)
end

local still = steer.target_speed { speed = 0 }

return drover.kind("hider", {
  body = { mass = 40, radius = 0.3, max_speed = 3.4, max_force = 400, response = 0.15, solid = "agents" },
  sight = { range = 12, angle = math.rad(200), occluded = true },
  look = { shape = "person", size = 1, color = "skyblue" },
  slots = { place = "point", spotted = "agent", found_by = "agent" },
  on = {
    -- Who is home is safe, even if the seeker touches in the same tick.
    { when.has "found_by", function(self)
      if self.state ~= "safe" and self.state ~= "found" then return "found" end
    end },
    -- Everyone hears "I see you!"; it is about one of them.
    { when.hears("seen", { as = "spotted" }), function(self)
      if self.spotted == self and self.state ~= "safe" then return "run" end
    end },
  },
  initial = "choose",
  states = {
    choose = {
      speed = 0,
      step = function(self)
        self.place = planner.hiding_place(self)
        return "hide"
      end,
    },

    hide = go_to("place", { distance = 0.3, done = "hidden" }),

    hidden = {
      steer = still,
      think = 30, -- every half second, it asks the planner while it sees the seeker
      step = function(self)
        local seeker = self:sees "seeker"
        if seeker and planner.is_first_home(self, seeker) then return "run" end
      end,
    },

    run = go_to(garden.HOME, { distance = 1, done = "safe" }),

    safe = {
      steer = blend.sum { still, steer.separation { kind = "hider", radius = 1 } },
      enter = function(self) self.color = "lightgreen" end,
    },
    found = { steer = still, enter = function(self) self.color = "gray" end },
  },
})
