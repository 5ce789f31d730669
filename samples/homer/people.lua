-- What people are like, and how it shows: in the walk, and in what they notice.

local drover = require "drover"
local stress = drover.stress

local people = { CORNER = { 30, 6 } } -- of the street

people.model = drover.model {
  attributes = { drunk = 0, rushed = 0, aware = 0 },
  parameters = {
    pace = { min = 0.4, max = 2.2, default = 1.3 }, -- m/s
    stagger = { default = 0 }, -- how far to the side the legs tend to step
    sway = { min = 0.2, max = 2, default = 0.2 }, -- weight of stepping straight ahead, or that far to the side
    anticipation = { min = 0.5, max = 4, default = 2 }, -- seconds: how far ahead others are foreseen
    notice = { min = 0, max = 0.3, default = 0.15 }, -- the probability per second of noticing somebody in view
  },
  effects = {
    { "rushed", "pace", range = { 0.5, 1 } },
    { "drunk", "pace", range = { 0.15, 0.45 }, inverse = true },
    { "drunk", "stagger", range = { 0.1, 1 } },
    { "drunk", "sway" },
    { "aware", "anticipation" },
    { "aware", "notice" },
  },
}

people.body = {
  radius = 0.25, max_speed = "tempo", locomotion = "legged", stride = 0.7, turn = 0.7, stand_still = false,
  solid = "agents",
}
people.slots = { home = "point", tempo = "number" }
people.sight = { range = 25, angle = math.rad(160), occluded = true }

-- Always on: straight ahead (for a drunk, a bit to the side), off the walls, and out of the way of others.
people.reflexes = {
  { stress.inertia { drunk = "stagger" }, "sway" },
  { stress.proximity_avoid { radius = 1, angle = math.rad(120), agents = false }, 0.5 },
  { stress.predictive_avoid { horizon = "anticipation" }, 0.02 },
}

--- Every tick: a drunk doesn't walk at an even pace.
function people.keep_tempo(self)
  local beat = 0.5 + 0.5 * math.sin(2.5 * self.world.time + self.id)
  self.tempo = self.pace * (1 - 0.6 * self.drunk * beat)
end

--- The way so far, as a trail.
function people.note(self)
  if self.world.tick % 15 == 0 then self.trail[#self.trail + 1] = self.position end
end

function people.draw(self, draw)
  local trail = self.trail
  for i = 2, #trail do
    draw.line(trail[i - 1].x, trail[i - 1].y, trail[i].x, trail[i].y, { color = self.color, width = 2 })
  end
end

return people
