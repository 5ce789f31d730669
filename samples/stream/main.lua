-- A meadow with a stream and mud, and three people who want to get to the flag in the far corner. `terrain` declares
-- what the ground is like, and `region` lays it. Two settings say how much of a detour it is worth, and how far people
-- look.

local drover = require "drover"
local stress, when = drover.stress, drover.when

local FLAG = { x = 5, y = 27 }
local STARTS = { { x = 5, y = 2 }, { x = 16, y = 2 }, { x = 37, y = 3 } }
local COLORS = { "skyblue", "gold", "tomato" }

-- The weight is what a step there costs beyond one on grass; the speed is a factor of theirs.
local water = drover.terrain("water", { weight = 0.8, speed = 0.6, color = "steelblue" })
local mud = drover.terrain("mud", { weight = 10, speed = 0.4, color = "sienna" })

local walker = drover.kind("walker", {
  body = {
    radius = 0.3, max_speed = 1.4, locomotion = "legged", stride = 0.7, turn = 0.6, stand_still = false,
    solid = "agents",
  },
  look = { shape = "person", size = 1.3 },
  slots = { flag = "point" },
  memory = { walked = 0, wet = 0, muddy = 0, trail = {} },

  initial = "walking",
  states = {
    walking = {
      stress = {
        -- The stress of the distance is a square: with a power of ½, the flag counts the same far away and close by.
        { stress.attract { target = "flag", distance_power = 0.5, angle_scale = 0.3 }, 3 },
        -- The ground under the step and under the steps that would follow straight ahead, counting less with distance.
        { stress.terrain { steps = drover.setting "steps", fading = 0.7 }, drover.setting "weight" },
        { stress.inertia(), 0.2 },
      },
      on = { { when.near("flag", 2), "there" } },
      step = function(self, dt)
        local ground = self.world:terrain_at(self.position)
        if ground == "water" then self.wet = self.wet + self.speed * dt end
        if ground == "mud" then self.muddy = self.muddy + self.speed * dt end
        self.walked = self.walked + self.speed * dt
        if self.world.tick % 15 == 0 then self.trail[#self.trail + 1] = self.position end
      end,
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

local function total(measure)
  return function(world)
    local sum = 0
    for each in world:agents(walker) do sum = sum + each[measure] end
    return sum
  end
end

return drover.scenario {
  name = "stream",
  title = "Stream",
  kinds = { walker },
  bounds = { min = { 0, 0 }, max = { 40, 30 }, edge = "contain" },

  settings = {
    drover.slider("steps", 6, { min = 1, max = 16, step = 1, title = "steps looked ahead" }),
    drover.slider("weight", 0.2, { min = 0, max = 1, title = "how much the ground counts" }),
  },

  monitors = {
    arrived = function(world) return world:count(walker, { state = "there" }) end,
    walked = total "walked", -- meters, everyone together
    wet = total "wet", -- meters of that in water
    muddy = total "muddy", -- meters of that in mud
  },
  plots = {
    { title = "walked, all together", "walked", "wet", "muddy", unit = "m" },
  },

  setup = function(world)
    world:region { shape = { box = { x = 22, y = 15, w = 3, d = 50, heading = math.rad(28) } }, terrain = water }
    for _, patch in ipairs { { 5.7, 13, 3 }, { 11, 13, 3 }, { 12, 22, 2 }, { 33, 9, 2 } } do
      local x, y, radius = table.unpack(patch)
      world:region { shape = { sphere = { x = x, y = y, radius = radius } }, terrain = mud }
    end
    for i, start in ipairs(STARTS) do
      local x, y = start.x + world:random() - 0.5, start.y + world:random() - 0.5
      local each =
        world:spawn(walker, { x = x, y = y, heading = math.atan(FLAG.y - y, FLAG.x - x), flag = { FLAG.x, FLAG.y } })
      each.color = COLORS[i]
    end
  end,

  draw = function(_, draw)
    draw.line(FLAG.x, FLAG.y, FLAG.x, FLAG.y + 1.5, { color = "white", width = 2 })
    draw.polygon(
      { { FLAG.x, FLAG.y + 0.8 }, { FLAG.x + 1, FLAG.y + 1.15 }, { FLAG.x, FLAG.y + 1.5 } },
      { color = "orange", fill = true }
    )
  end,
}
