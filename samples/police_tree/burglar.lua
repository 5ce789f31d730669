-- The burglar: a tree for his nights, and two states for what others do to him.
--
--     afraid of an officer?  → run to a nook that is far from him, stay there; run on when seen
--     with a bag?            → carry it home
--     else                   → to a window, force it
--
--     prowling ──a hand on his shoulder──▶ caught ──at the station──▶ jailed ──done his time──▶ prowling

local drover = require "drover"
local people = require "people"
local town = require "town"
local steer, blend, tree, when = drover.steer, drover.blend, drover.tree, drover.when

local FORCING = 3 -- seconds that a window takes
local SENTENCE = 20 -- seconds
local CALM = 8 -- seconds undisturbed in a nook until he dares to come out
local EARSHOT = 10 -- meters at which he hears the steps of an officer

local function choose_window(self)
  self.window = (self.window + self.world:random(1, #town.WINDOWS - 1) - 1) % #town.WINDOWS + 1
  self.goal = town.WINDOWS[self.window]
end

local function steal(self)
  self.has_bag = true
  self.color = "gold"
  self.world.memory.thefts = self.world.memory.thefts + 1
end

local function unload(self)
  self.has_bag = false
  self.color = nil
end

local function take_fright(self)
  self.threat = self.other
  self.rushed = 0.8
end

-- A nook that is far from the officer and not far from here, but not the nearest one.
local function choose_nook(self)
  local best, least = nil, math.huge
  for _, nook in ipairs(town.NOOKS) do
    local way = self:distance(nook)
    local cost = way - (self.threat and self.threat:distance(nook) or 0)
    if way > 3 and cost < least then best, least = nook, cost end
  end
  self.goal = best
end

-- When he is found, the tree starts over with another nook: he doesn't have to see anyone, he hears the steps.
local function lie_low(self)
  local threat = self.threat
  if threat and self:distance(threat) < (self:sees(threat) and 15 or EARSHOT) then return true end
  if self.world.time < self.calm_at then return "running" end
  self.threat, self.rushed = nil, 0
end

local prowling = tree.selector {
  tree.sequence {
    tree.condition(function(self) return self.threat end),
    tree.action(choose_nook),
    people.walk_to "goal",
    tree.action(function(self) self.calm_at = self.world.time + CALM end),
    tree.steer(steer.target_speed { speed = 0 }, lie_low),
  },

  tree.sequence {
    tree.condition(function(self) return self.has_bag end),
    tree.action(function(self) self.goal = town.DEN end),
    people.walk_to "goal",
    tree.action(unload),
  },

  tree.sequence {
    tree.action(choose_window),
    people.walk_to "goal",
    tree.wait(FORCING),
    tree.action(steal),
  },

  steer = steer.target_speed { speed = 0 },

  -- He can't miss a shout; seeing somebody is not noticing him.
  on = {
    { when.hears("stop", { as = "other" }), take_fright },
    { when.sees("officer", { as = "other" }) & when.chance "notice", take_fright },
  },
}

return drover.kind("burglar", {
  model = people.model,
  body = people.body,
  sight = people.sight,
  look = { shape = "person", size = 1.8, color = "tomato" },
  slots = {
    other = "agent", threat = "agent", captor = "agent", -- in sight; the one he runs from; the one who has him
    goal = "point", way = "path",
  },
  memory = { window = 1, has_bag = false, calm_at = 0 },
  initial = "prowling",
  states = {
    prowling = prowling,

    caught = {
      enter = function(self)
        self.threat, self.rushed = nil, 0
        unload(self)
      end,
      steer = blend.weighted {
        { people.dodge, 2 },
        steer.leader_following { leader = "captor", offset = 0.9, slowing_distance = 0.5, radius = 0 },
      },
    },

    jailed = {
      steer = steer.target_speed { speed = 0 },
      on = { { when.after(SENTENCE), "prowling" } },
    },
  },
})
