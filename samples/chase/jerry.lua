-- Jerry runs from crossing to crossing, never back, and doesn't know that he is being chased. When caught, he slips
-- away.

local drover = require "drover"
local streets = require "streets"
local steer, schema, when = drover.steer, drover.schema, drover.when

-- One of the crossings next to this one.
local function choose_way(self)
  local ways = {}
  for _, number in ipairs(streets.neighbors(self.at)) do
    if number ~= self.from then ways[#ways + 1] = number end
  end
  self.from, self.at = self.at, ways[self.world:random(1, #ways)]
  self.goal = streets.crossing(self.at)
end

return drover.kind("jerry", {
  body = { mass = 20, radius = 0.3, max_speed = 2.8, max_force = 300, response = 0.1, solid = "agents" },
  look = { shape = "person", size = 1.8, color = "gold" },
  slots = { goal = "point", caught_by = "agent" },
  memory = { at = 1, from = 0 },
  init = choose_way,

  on = { { when.has "caught_by", "slip" } },

  initial = "run",
  states = {
    run = schema.attraction {
      target = "goal", distance = 1, steer = steer.seek { target = "goal" }, orbit = false, done = "corner",
      reflexes = steer.obstacle_avoidance { horizon = 0.3 },
    },

    corner = { enter = choose_way, on = { { when.after(0), "run" } } },

    -- To the crossing that is farthest from Tom.
    slip = {
      enter = function(self)
        local farthest = 0
        for number = 1, 16 do
          local distance = self.caught_by:distance(streets.crossing(number))
          if distance > farthest then self.at, farthest = number, distance end
        end
        local place = streets.crossing(self.at)
        self.x, self.y, self.from, self.caught_by = place.x, place.y, 0, nil
      end,
      on = { { when.after(0), "corner" } },
    },
  },
})
