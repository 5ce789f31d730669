-- The officer, as one tree. Every tick it is tried from the first branch on, so earlier branches interrupt later ones:
-- he leaves his beat for a burglar, and a search for one he sees again.
--
--     a prisoner?                → to the station, and book him
--     after somebody in sight?   → run after him, until he has him
--     after somebody out of it?  → to where he was last seen, on the way he was heading, and give up
--     else                       → the beat

local drover = require "drover"
local people = require "people"
local town = require "town"
local steer, blend, tree, when = drover.steer, drover.blend, drover.tree, drover.when

local SEARCH = 3 -- seconds he keeps going where he found nobody
local WIND = 15 -- seconds he can run
local REST = 10 -- seconds until he can run again
local HOLD = 0.9 -- meters: close enough to take somebody by the arm

-- What he knows about the one he is after, while he sees him: where he is, and a place ahead of him.
local function keep_in_mind(self)
  local quarry = self.quarry
  self.last_seen = quarry.position
  self.beyond = quarry.position + quarry.forward * 30
end

local function notice(self)
  if self.quarry or self.prisoner or self.world.time < self.rested_at then return end
  self.quarry = self.suspect
  self.rushed = 1
  self.winded_at = self.world.time + WIND
  self.rested_at = self.winded_at + REST
  self.world.memory.noticed = self.world.memory.noticed + 1
  self:emit("stop", 30)
end

local function give_up(self)
  self.quarry = nil
  self.world.memory.lost = self.world.memory.lost + 1
end

local function chase(self)
  if not self.quarry then return true end
  keep_in_mind(self)
  if self.world.time > self.winded_at then return give_up(self) end
  if self:distance(self.quarry) > HOLD then return "running" end
  self.prisoner, self.quarry = self.quarry, nil
  self.prisoner.captor = self
  self.prisoner:become "caught"
  self.world.memory.arrests = self.world.memory.arrests + 1
end

local function book(self)
  if self.prisoner then self.prisoner:become "jailed" end
  self.prisoner = nil
end

local function next_corner(self)
  self.rushed = 0
  self.corner = self.corner % #town.BEAT + 1
  self.goal = town.BEAT[self.corner]
end

local on_duty = tree.selector {
  tree.sequence {
    tree.condition(function(self) return self.prisoner end),
    tree.action(function(self) self.rushed = 0 end),
    people.walk_to "station",
    tree.action(book),
  },

  tree.sequence {
    tree.condition(function(self) return self.quarry and self:sees(self.quarry) end),
    tree.steer(blend.weighted { { people.dodge, 2 }, steer.pursuit { target = "quarry", horizon = 1 } }, chase),
  },

  tree.sequence {
    tree.condition(function(self) return self.quarry end),
    tree.selector { people.walk_to "last_seen", tree.wait(0) }, -- or from here, if no way leads there
    tree.action(function(self) self.search_until = self.world.time + SEARCH end),
    tree.steer(
      blend.weighted { { people.dodge, 2 }, steer.seek { target = "beyond" } },
      function(self) return self.world.time > self.search_until or "running" end
    ),
    tree.action(give_up),
  },

  tree.sequence {
    tree.action(next_corner),
    people.walk_to "goal",
    tree.wait(1),
  },

  steer = steer.target_speed { speed = 0 }, -- while no branch steers

  -- Seeing is not noticing. C tests this guard; the tree finds the result.
  on = {
    { when.sees("burglar", { as = "suspect" }) & ~when.is("suspect", "jailed") & when.chance "notice", notice },
  },
}

return drover.kind("officer", {
  model = people.model,
  body = people.body,
  sight = people.sight,
  look = { shape = "person", size = 1.8, color = "skyblue" },
  slots = {
    suspect = "agent", quarry = "agent", prisoner = "agent", -- in sight; the one he is after; the one he has
    last_seen = "point", beyond = "point", goal = "point", station = "point", way = "path",
  },
  memory = { corner = 0, search_until = 0, winded_at = 0, rested_at = 0 },
  init = function(self) self.station = town.STATION end,
  -- Where he believes the burglar to be.
  draw = function(self, draw)
    if not self.quarry or not self.last_seen then return end
    draw.line(self.x, self.y, self.last_seen.x, self.last_seen.y, { color = "skyblue" })
    draw.circle(self.last_seen.x, self.last_seen.y, 0.6, { color = "skyblue", width = 2 })
  end,
  initial = "on_duty",
  states = { on_duty = on_duty },
})
