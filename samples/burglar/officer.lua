-- The officer. Each of his states leads somewhere, and says what comes next when it is done and when it has failed:
--
--     patrol ── to the next corner, and from there to the one after it
--        ┆
--        ┆ the interrupt: he notices the burglar, which suspends the patrol
--        ▼
--     halt ──facing him──▶ chase ──has him──▶ escort ──at the station──▶ resume
--                            └──lost, or out of breath──▶ rest ──▶ resume
--
-- Nothing says what he was doing before: "resume" picks it up.

local drover = require "drover"
local people = require "people"
local town = require "town"
local steer, schema, when = drover.steer, drover.schema, drover.when

local WIND = 12 -- seconds he can run
local REST = 6 -- seconds until he looks around again
local HOLD = 0.9 -- meters: close enough to take somebody by the arm

local function count(self, what) self.world.memory[what] = self.world.memory[what] + 1 end

local function next_corner(self)
  self.corner = self.corner % #town.BEAT + 1
  self.goal = town.BEAT[self.corner]
end

return drover.kind("officer", {
  model = people.model,
  body = people.body,
  sight = people.sight,
  look = { shape = "person", size = 1.8, color = "skyblue" },
  slots = { suspect = "agent", quarry = "agent", goal = "point" }, -- in sight; the one he is after; the next corner
  memory = { corner = 0 },
  init = next_corner,

  -- Seeing is not noticing: he notices with a probability per second that depends on how aware he is. While he is
  -- after somebody, he notices nobody else.
  interrupts = {
    {
      when.sees("burglar", { as = "suspect" }) & ~when.is("suspect", "jailed") & ~when.has "quarry"
        & when.chance "notice",
      "halt",
    },
  },

  initial = "patrol",
  states = {
    patrol = schema.locomotion {
      target = "goal", clearance = people.CLEARANCE, reflexes = people.reflexes, done = "corner",
    },

    corner = {
      speed = 0,
      enter = next_corner,
      on = { { when.after(1), "patrol" } },
    },

    halt = schema.turning {
      target = "suspect", done = "chase",
      enter = function(self)
        self.quarry = self.suspect
        self:emit("stop", 30)
        count(self, "noticed")
      end,
    },

    -- To where he sees the burglar; else to where he last saw him; else on the way he was running.
    chase = schema.chasing {
      target = "quarry", distance = HOLD, give_up = 6, turn = false, reflexes = people.reflexes,
      interrupt = when.after(WIND), done = "escort", failed = "rest",
      enter = function(self) self.rushed = 1 end,
      leave = function(self) self.rushed = 0 end,
    },

    escort = schema.locomotion {
      target = town.STATION, clearance = people.CLEARANCE, reflexes = people.reflexes, done = "resume",
      enter = function(self)
        count(self, "arrests")
        if self.quarry then self.quarry.captor = self end
      end,
      leave = function(self)
        if self.quarry then self.quarry.captor = nil end
        self.quarry = nil
      end,
    },

    rest = {
      steer = steer.target_speed { speed = 0 },
      enter = function(self)
        count(self, "lost")
        self.label = self.schema.reason or "out of breath" -- how the last schema ended
      end,
      leave = function(self) self.quarry, self.label = nil, nil end,
      on = { { when.after(REST), "resume" } },
    },
  },

  -- Where he believes the burglar to be, once he has lost sight of him.
  draw = function(self, draw)
    local place = self.schema
    if self.state ~= "chase" or not place.x or not self.quarry or self:sees(self.quarry) then return end
    draw.line(self.x, self.y, place.x, place.y, { color = "skyblue" })
    draw.circle(place.x, place.y, 0.6, { color = "skyblue", width = 2 })
  end,
})
