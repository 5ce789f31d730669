-- What people are like, and how it shows in their walk. To make them walk differently, change this file: the script of
-- their evening (guest.lua) knows nothing about it.

local drover = require "drover"
local steer, blend, stress = drover.steer, drover.blend, drover.stress

local people = {}

-- Attributes go from 0 (no effect) to 1. If several have an effect, the mean counts, unless one is dominant.
people.model = drover.model {
  attributes = { drunk = 0, rushed = 0, laden = 0, fatigue = 0, aware = 0.5 },
  parameters = {
    pace = { min = 0.4, max = 2.4, default = 1.3 }, -- m/s
    stagger = { default = 0 }, -- how far to the side the legs tend to step
    anticipation = { min = 0.2, max = 4, default = 2 }, -- seconds: how far ahead others are foreseen
  },
  effects = {
    { "rushed", "pace", range = { 0.5, 1 } },
    { "laden", "pace", range = { 0.1, 0.45 }, inverse = true },
    { "fatigue", "pace", range = { 0.2, 0.45 }, inverse = true },
    { "drunk", "pace", range = { 0.15, 0.45 }, inverse = true },
    { "drunk", "stagger", range = { 0.1, 1 } },
    { "drunk", "anticipation", range = { 0, 0.4 }, inverse = true, dominant = true },
    { "aware", "anticipation", range = { 0.2, 1 } },
  },
}

-- They walk in steps, and take the one with the least stress: it should lead along their route, and straight ahead. For
-- a drunk, straight ahead is a bit to the side.
people.body = {
  mass = 75, radius = 0.25, max_speed = "pace", locomotion = "legged", stride = 0.7, turn = 0.7,
  solid = "agents",
}
people.reflexes = { { stress.inertia { drunk = "stagger" }, 1.5 } }

--- Along `way`, past others. Obstacles need no mention: no step leads into them.
function people.walk(kinds)
  return blend.weighted {
    { steer.people_avoidance { kind = kinds, horizon = "anticipation" }, 1.5 },
    steer.path_following { path = "way", horizon = 0.5 },
  }
end

--- The slots that walking needs.
people.slots = { way = "path", goal = "point", tempo = "number" }

--- Head for a place, by a route that is planned now.
function people.go(self, place)
  self.goal = place
  if self.way then self.way:remove() end
  self.way = self.world:plan(self, self.goal, { clearance = self.radius + 0.15 })
end

--- Every tick: a drunk doesn't walk at an even pace. `tempo` is the speed at the moment.
function people.keep_tempo(self)
  local beat = 0.5 + 0.5 * math.sin(2.5 * self.world.time + self.id)
  self.tempo = self.pace * (1 - 0.6 * self.drunk * beat)
end

return people
