-- What the burglar and the officer have in common: a body, eyes, what they are like, and how they walk somewhere.

local drover = require "drover"
local steer, blend, tree = drover.steer, drover.blend, drover.tree

local people = {}

people.body = { mass = 75, radius = 0.3, max_speed = "pace", max_force = 500, response = 0.2, solid = "agents" }
people.sight = { range = 16, angle = math.rad(140), occluded = true }

-- People who aren't aware of anything (0) notice nobody. People in no hurry walk.
people.model = drover.model {
  attributes = { aware = 0.5, distracted = 0, rushed = 0 },
  parameters = {
    notice = { default = 0 }, -- the probability per second of noticing somebody in sight
    pace = { min = 0.8, max = 4.4, default = 1.4 }, -- m/s
  },
  effects = {
    { "aware", "notice", range = { 0.05, 0.95 } },
    { "distracted", "notice", range = { 0, 0.5 }, inverse = true },
    { "rushed", "pace", range = { 0.4, 1 } },
  },
}

people.dodge = steer.obstacle_avoidance { horizon = 0.5, clearance = 0.1 }

--- A branch for any tree: walk to the place in a slot, by a route that is planned once. Fails if there is none.
function people.walk_to(slot)
  return tree.sequence {
    tree.action(function(self)
      if self.way then self.way:remove() end
      self.way = self.world:plan(self, self[slot], { clearance = self.radius + 0.1 })
      return self.way ~= nil
    end),
    tree.steer(
      blend.weighted { { people.dodge, 2 }, steer.path_following { path = "way", horizon = 0.4 } },
      function(self) return self:distance(self[slot]) < 1 or "running" end
    ),
  }
end

--- Writes the kind of each agent beside it, the officer's higher, so that both can be read when they meet.
function people.draw_names(world, draw)
  for each in world:agents() do
    local above = each.kind == "officer" and 1.2 or -1.2
    draw.text(each.kind, each.x + 1.1, each.y + above, { color = each.color, size = 16 })
  end
end

return people
