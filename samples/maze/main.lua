-- A walker gets through a maze by depth alone. It doesn't know where the exit is, or that there is one: at each step,
-- it measures the distance to the next wall in eighteen directions, and takes the step with the most room.

local drover = require "drover"
local stress, when = drover.stress, drover.when

local walls = require "walls"
local CELL, COLUMNS, ROWS = walls.CELL, walls.COLUMNS, walls.ROWS

local function note(self)
  if self.world.tick % 15 == 0 then self.trail[#self.trail + 1] = self.position end
end

local walker = drover.kind("walker", {
  body = {
    radius = 0.3, max_speed = 1.4, locomotion = "legged", stride = 0.7, turn = 0.9, stand_still = false,
    solid = "agents",
  },
  look = { shape = "person", size = 1, color = "gold" },
  memory = { trail = {}, took = 0 },

  initial = "inside",
  states = {
    inside = {
      -- Depth is all it cares about. Each sensor measures the distance in its fan, rounded to `bits` bits; less room
      -- means more stress, and sensors that look ahead weigh more than those that look to the side.
      stress = {
        stress.depth {
          sensors = 18, angle = math.rad(180), max = drover.setting "range", bits = drover.setting "bits",
          bias = drover.setting "bias",
        },
      },
      on = { { when.lua(function(self) return self.x > COLUMNS * CELL + 1 end), "outside" } },
      step = note,
    },
    outside = {
      enter = function(self) self.took = self.world.time end,
      speed = 0,
    },
  },

  draw = function(self, draw)
    local trail = self.trail
    for i = 2, #trail do
      draw.line(trail[i - 1].x, trail[i - 1].y, trail[i].x, trail[i].y, { color = self.color, width = 4 })
    end
  end,
})

local function build(world)
  walls.each(function(x0, y0, x1, y1) world:obstacle { wall = { from = { x0, y0 }, to = { x1, y1 } } } end)
end

return drover.scenario {
  name = "maze",
  title = "Maze",
  theme = "floor",
  kinds = { walker },
  bounds = { min = { -1, -1 }, max = { COLUMNS * CELL + 3, ROWS * CELL + 1 }, edge = "contain" },

  settings = {
    drover.slider("range", 12, { min = 1, max = 20, title = "how far it looks, in meters" }),
    drover.slider("bits", 8, { min = 1, max = 12, step = 1, title = "bits of a distance" }),
    drover.slider("bias", 0.1, { min = 0, max = 1, title = "weight of the sensors to the side" }),
  },

  monitors = {
    took = function(world)
      local each = world:agents(walker)()
      return each and each.took or 0
    end,
  },

  draw = function(_, draw)
    draw.text("way out", COLUMNS * CELL + 0.4, (ROWS - 0.5) * CELL, { color = "gold", size = 22 })
  end,

  setup = function(world)
    build(world)
    world:spawn(walker, {
      x = CELL / 2 + 0.5 * (world:random() - 0.5), y = CELL / 2 + 0.5 * (world:random() - 0.5),
      heading = math.pi / 2 + 0.4 * (world:random() - 0.5),
    })
  end,
}
