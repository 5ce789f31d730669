-- The seeker counts, then asks the planner for a place, goes there, and asks again. The interrupt stops all that
-- when it sees somebody; once that is settled, it resumes the search where it left off.
--
--     count ──▶ plan ──a place──▶ search ──there or no way──▶ plan …
--                                   ┆ the interrupt
--                                   ▼
--                        spot ──the nearest──▶ chase ──touched, safe at home or lost──▶ settle ──▶ resume
--                          ▲────somebody nearer──┘

local drover = require "drover"
local garden = require "garden"
local planner = require "planner"
local steer, schema, when = drover.steer, drover.schema, drover.when

local COUNTING = 15 -- seconds
local TOUCH = 0.8 -- meters
local NEARER = 1 -- meters: turning to somebody else isn't worth it for less

local reflexes = steer.obstacle_avoidance { horizon = 0.4 }
local still = steer.target_speed { speed = 0 }

local function count(self, what) self.world.memory[what] = self.world.memory[what] + 1 end

-- One that somebody has removed is out of play, too.
local function is_in_play(hider) return hider and hider.state ~= "found" and hider.state ~= "safe" end

--- The nearest hider it sees, or nearly steps on, who is neither found nor safe.
local function nearest_in_play(self)
  for hider in self:seen "hider" do
    if is_in_play(hider) then return hider end
  end
  local hider = self:nearest("hider", 1.5)
  return is_in_play(hider) and hider or nil
end

local function sees_somebody_nearer(self)
  local other = self.quarry and nearest_in_play(self)
  return other and self:distance(other) < self:distance(self.quarry) - NEARER
end

return drover.kind("seeker", {
  body = { mass = 45, radius = 0.3, max_speed = 3.8, max_force = 450, response = 0.15, solid = "agents" },
  sight = { range = 14, angle = math.rad(140), occluded = true },
  look = { shape = "person", size = 1.3, color = "tomato" },
  slots = { place = "point", quarry = "agent" },
  memory = { number = 0, searched = {} },

  interrupts = {
    { ~when.has "quarry" & when.lua(function(self) return self.state ~= "count" and nearest_in_play(self) ~= nil end),
      "spot" },
  },

  initial = "count",
  states = {
    count = { steer = still, on = { { when.after(COUNTING), "plan" } } },

    plan = {
      step = function(self)
        self.number = planner.next_search(self)
        if not self.number then -- it has been everywhere: start over
          self.searched = {}
          return nil
        end
        self.place = garden.PLACES[self.number]
        return "search"
      end,
    },

    search = schema.locomotion {
      target = "place", clearance = garden.CLEARANCE, turn = false, reflexes = reflexes,
      done = "plan", failed = "plan",
      leave = function(self, to)
        if to == "plan" then self.searched[self.number] = true end
      end,
    },

    spot = {
      enter = function(self, from)
        if from == "chase" then count(self, "turned") end
        self.quarry = nearest_in_play(self)
        if self.quarry then self:emit("seen", 60, self.quarry) end
      end,
      on = { { when.has "quarry", "chase" }, { when.after(0), "resume" } },
    },

    chase = schema.chasing {
      target = "quarry", distance = TOUCH, give_up = 4, turn = false, reflexes = reflexes,
      interrupt = sees_somebody_nearer, interrupted = "spot",
      terminate = function(self) return not is_in_play(self.quarry) end,
      done = "settle", failed = "settle",
    },

    settle = {
      speed = 0,
      enter = function(self)
        if self.schema.outcome ~= "done" then return end
        if is_in_play(self.quarry) then self.quarry.found_by = self else count(self, "spared") end
      end,
      leave = function(self) self.quarry = nil end,
      on = { { when.after(0.5), "resume" } },
    },
  },

  -- Where it is going to search.
  draw = function(self, draw)
    if self.state == "search" then
      draw.line(self.x, self.y, self.place.x, self.place.y, { color = "tomato" })
    elseif self.quarry then
      draw.circle(self.quarry.x, self.quarry.y, 0.7, { color = "tomato", width = 2 })
    end
  end,
})
