-- A thief gets past two guards to the far door. Guards stand and look, and the thief knows where they look. A step has
-- the more stress, the closer a guard is who would see him there. So he walks behind their backs and behind walls.

local drover = require "drover"
local stress, when = drover.stress, drover.when

local DOOR = { x = 26, y = 12 }
local GUARDS = { { x = 8, y = 2, heading = math.pi / 2 }, { x = 18, y = 14, heading = -math.pi / 2 } }
local WALLS = { { x = 18, y = 8.5, w = 11, d = 0.4 } }
local SIGHT = { range = 12, angle = math.rad(90), occluded = true }

local guard = drover.kind("guard", {
  body = { radius = 0.3, locomotion = "fixed" },
  sight = SIGHT,
  look = { shape = "person", size = 1.1, color = "tomato" },
  memory = { seconds = 0 },

  -- How long the thief has been in view.
  step = function(self, dt)
    if self:sees "thief" then self.seconds = self.seconds + dt end
  end,

  -- What is in view.
  draw = function(self, draw)
    local half, range = self.sight_angle / 2, self.sight_range
    for _, side in ipairs { self.heading - half, self.heading + half } do
      draw.line(self.x, self.y, self.x + range * math.cos(side), self.y + range * math.sin(side), { color = "tomato" })
    end
    draw.arc(self.x, self.y, range, self.heading - half, self.heading + half, { color = "tomato" })
  end,
})

local thief = drover.kind("thief", {
  body = {
    radius = 0.3, max_speed = 1.4, locomotion = "legged", stride = 0.7, turn = 0.9, stand_still = false,
    solid = "agents",
  },
  look = { shape = "person", size = 1, color = "skyblue" },
  slots = { door = "point" },
  memory = { trail = {} },

  initial = "sneaking",
  states = {
    sneaking = {
      stress = {
        { stress.attract { target = "door", distance_power = 0.5, angle_scale = 0.3 }, 3 },
        { stress.proximity_avoid { radius = 1, angle = math.rad(120) }, 1 },
        { stress.inertia(), 0.2 },
        { stress.gaze_avoid { kind = "guard" }, drover.setting "shyness" },
      },
      step = function(self)
        if self.world.tick % 15 == 0 then self.trail[#self.trail + 1] = self.position end
      end,
      on = { { when.near("door", 1), "there" } },
    },
    there = { speed = 0 },
  },

  draw = function(self, draw)
    local trail = self.trail
    for i = 2, #trail do
      draw.line(trail[i - 1].x, trail[i - 1].y, trail[i].x, trail[i].y, { color = self.color })
    end
  end,
})

return drover.scenario {
  name = "gaze",
  title = "Gaze",
  theme = "floor",
  kinds = { guard, thief },
  bounds = { min = { -1, -1 }, max = { 28, 17 }, edge = "contain" },

  settings = { drover.slider("shyness", 50, { min = 0, max = 100, title = "how much being seen counts" }) },

  monitors = {
    arrived = function(world) return world:count(thief, { state = "there" }) end,
    seen = function(world)
      local seconds = 0
      for each in world:agents(guard) do seconds = seconds + each.seconds end
      return seconds
    end,
  },

  setup = function(world)
    for _, wall in ipairs(WALLS) do world:obstacle { box = wall } end
    for _, place in ipairs(GUARDS) do world:spawn(guard, place) end
    world:spawn(thief, { x = world:random(), y = 6 + 2 * world:random(), door = { DOOR.x, DOOR.y } })
  end,

  draw = function(_, draw) draw.circle(DOOR.x, DOOR.y, 0.5, { color = "gold", width = 3 }) end,
}
