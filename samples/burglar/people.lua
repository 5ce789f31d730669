-- What the burglar and the officer have in common: a body, eyes, and what they are like.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local people = {}

people.body = { mass = 75, radius = 0.3, max_speed = "pace", max_force = 500, response = 0.2, solid = "agents" }
people.sight = { range = 18, angle = math.rad(140), occluded = true }

-- People who aren't aware of anything (0) notice nobody. People in no hurry walk.
people.model = drover.model {
  attributes = { aware = 0.5, rushed = 0 },
  parameters = {
    notice = { default = 0 }, -- the probability per second of noticing somebody in sight
    pace = { min = 0.8, max = 4.4, default = 1.4 }, -- m/s
  },
  effects = {
    { "aware", "notice", range = { 0.05, 0.95 } },
    { "rushed", "pace", range = { 0.4, 1 } },
  },
}

-- A reflex is added to whatever steering a schema uses.
people.reflexes = blend.weighted { { steer.obstacle_avoidance { horizon = 0.5, clearance = 0.1 }, 2 } }
people.CLEARANCE = 0.5 -- meters that planned routes keep from walls

--- Writes the kind of each agent beside it, the officer's higher, so that both can be read when they meet.
function people.draw_names(world, draw)
  for each in world:agents() do
    local above = each.kind == "officer" and 1.2 or -1.2
    draw.text(each.kind, each.x + 1.1, each.y + above, { color = each.color, size = 16 })
  end
end

return people
