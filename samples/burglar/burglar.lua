-- The burglar has interrupts, too: one for a shout, which he can't miss, and one for an officer he only sees. Both
-- suspend whatever he was doing, and he resumes it when nobody has come for a while.
--
--     prowl ──at a window──▶ force ──▶ prowl …
--        ┆ the interrupts
--        ▼
--     flee ──in a nook──▶ lie_low ──nobody came──▶ resume
--
--     any ──a hand on his shoulder──▶ caught ──at the station──▶ jailed ──done his time──▶ prowl

local drover = require "drover"
local people = require "people"
local town = require "town"
local steer, blend, schema, when = drover.steer, drover.blend, drover.schema, drover.when

local FORCING = 3 -- seconds that a window takes
local CALM = 8 -- seconds undisturbed in a nook until he dares to come out
local EARSHOT = 8 -- meters at which he hears the steps of an officer
local SENTENCE = 20 -- seconds

local still = steer.target_speed { speed = 0 }

local function choose_window(self)
  self.window = (self.window + self.world:random(1, #town.WINDOWS - 1) - 1) % #town.WINDOWS + 1
  self.goal = town.WINDOWS[self.window]
end

-- A nook that is far from the officer and not far from here, but not the nearest one.
local function choose_nook(self)
  local best, least = nil, math.huge
  for _, nook in ipairs(town.NOOKS) do
    local way = self:distance(nook)
    local cost = way - (self.threat and self.threat:distance(nook) or 0)
    if way > 3 and cost < least then best, least = nook, cost end
  end
  self.nook = best
end

local function take_fright(self)
  self.threat = self.threat or self.other
  self.rushed = 0.8
  choose_nook(self)
end

local function take_heart(self)
  self.threat, self.rushed = nil, 0
end

return drover.kind("burglar", {
  model = people.model,
  body = people.body,
  sight = people.sight,
  look = { shape = "person", size = 1.8, color = "tomato" },
  slots = {
    other = "agent", threat = "agent", captor = "agent", -- in sight; the one he runs from; the one who has him
    goal = "point", nook = "point",
  },
  memory = { window = 1 },
  init = choose_window,

  interrupts = {
    { when.hears("stop", { as = "other" }) & ~when.has "threat", "flee" },
    { when.sees("officer", { as = "other" }) & ~when.has "threat" & when.chance "notice", "flee" },
  },

  on = { { when.has "captor", "caught" } },

  initial = "prowl",
  states = {
    prowl = schema.locomotion {
      target = "goal", clearance = people.CLEARANCE, reflexes = people.reflexes, done = "force",
    },

    force = {
      steer = still,
      leave = function(self, to)
        if to ~= "prowl" then return end
        self.world.memory.thefts = self.world.memory.thefts + 1
        choose_window(self)
      end,
      on = { { when.after(FORCING), "prowl" } },
    },

    flee = schema.locomotion {
      target = "nook", clearance = people.CLEARANCE, turn = false, reflexes = people.reflexes, enter = take_fright,
      done = "lie_low",
    },

    lie_low = {
      steer = still,
      on = {
        { when.near("threat", EARSHOT), "flee" },
        { when.after(CALM), function(self)
          take_heart(self)
          return "resume"
        end },
      },
    },

    caught = {
      speed = 1.4,
      steer = blend.weighted {
        people.reflexes,
        steer.leader_following { leader = "captor", offset = 0.9, slowing_distance = 0.5, radius = 0 },
      },
      enter = function(self) self.threat = self.captor or self.threat end,
      on = { { ~when.has "captor", "jailed" } },
    },

    jailed = {
      steer = still,
      leave = take_heart,
      on = { { when.after(SENTENCE), "prowl" } },
    },
  },
})
