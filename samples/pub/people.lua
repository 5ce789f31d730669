-- What people are like, and how that shows in their walk. Who wants them to walk otherwise does it here: the script of
-- their evening (guest.lua) knows nothing of it.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local people = {}

-- Attributes go from 0 (no part in anything) to 1. Of what several recommend the mean counts, unless one is dominant.
people.model = drover.model {
  attributes = { drunk = 0, rushed = 0, laden = 0, fatigue = 0, aware = 0.5 },
  parameters = {
    pace = { min = 0.4, max = 2.4, default = 1.3 }, -- m/s
    stagger = { max = 0.8, default = 0 }, -- how much the legs go where they like
    anticipation = { min = 0.2, max = 4, default = 2 }, -- seconds: how far ahead others are thought of
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

people.body = { mass = 75, radius = 0.25, max_speed = "pace", max_force = 400, response = 0.25 }

--- Along `way`, past trees and others; and where the legs like.
function people.walk(kinds)
  return blend.weighted {
    { steer.obstacle_avoidance { horizon = 0.6, clearance = 0.1 }, 3 },
    { steer.people_avoidance { kind = kinds, horizon = "anticipation" }, 1.5 },
    steer.path_following { path = "way", horizon = 0.5 },
    { steer.wander { strength = 1, rate = 1.5 }, "stagger" },
  }
end

--- The slots that walking needs.
people.targets = { way = "path", goal = "point", tempo = "number" }

--- Head for a place, by a way that is planned now.
function people.go(self, place)
  self.goal = place
  if self.way then self.way:remove() end
  self.way = self.world:plan(self, self.goal, { clearance = self.radius + 0.15 })
end

--- In every tick: a drunk walks at no even rate. `tempo` is the speed at the moment.
function people.keep_tempo(self)
  local beat = 0.5 + 0.5 * math.sin(2.5 * self.world.time + self.id)
  self.tempo = self.pace * (1 - 0.6 * self.drunk * beat)
end

return people
