-- A way through a maze by depth alone. Nobody here knows where the exit is, or that there is one: at each step they only
-- look how far it is to the next wall, in eighteen directions, and go where there is room.

local drover = require "drover"
local stress = drover.stress

local CELL = 3 -- metres
-- From above: + and what stands between them is wall. The way in is at the bottom left, the way out at the top right.
local MAZE = {
  "+-+-+-+-+-+-+",
  "|       |    ",
  "+ +-+ +-+ + +",
  "| |   |   | |",
  "+ +-+ +-+ +-+",
  "|   |   |   |",
  "+ +-+ +-+ +-+",
  "| |         |",
  "+-+-+-+-+-+-+",
}
local COLUMNS, ROWS = #MAZE[1] // 2, #MAZE // 2

local walker = drover.kind("walker", {
  body = { radius = 0.3, max_speed = 1.4, locomotion = "legged", stride = 0.7, turn = 0.9, stand_still = false },
  look = { shape = "disc", size = 0.6, color = "gold" },
  memory = { trail = {}, out = 0 },

  -- Each sensor tells the distance in its fan in so many bits, and what it looks at ahead weighs more than aside.
  stress = {
    stress.depth { sensors = 18, angle = math.pi, max = drover.setting "range", bits = drover.setting "bits" },
  },

  step = function(self)
    if self.out == 0 and self.x > COLUMNS * CELL then self.out = self.world.time end
    if self.world.tick % 15 == 0 then self.trail[#self.trail + 1] = self.position end
  end,

  draw = function(self, draw)
    local trail = self.trail
    for i = 2, #trail do
      draw.line(trail[i - 1].x, trail[i - 1].y, trail[i].x, trail[i].y, { color = self.color })
    end
  end,
})

-- A wall from corner to corner for each - and |.
local function build(world)
  for line, text in ipairs(MAZE) do
    local y = (#MAZE - line) / 2 * CELL
    for i = 1, #text do
      local x, sign = (i - 1) / 2 * CELL, text:sub(i, i)
      if sign == "-" then
        world:obstacle { wall = { from = { x - CELL / 2, y }, to = { x + CELL / 2, y } } }
      elseif sign == "|" then
        world:obstacle { wall = { from = { x, y - CELL / 2 }, to = { x, y + CELL / 2 } } }
      end
    end
  end
end

return drover.scenario {
  title = "Maze",
  kinds = { walker },
  bounds = { min = { -1, -1 }, max = { COLUMNS * CELL + 6, ROWS * CELL + 1 } },

  settings = {
    drover.slider("range", 8, { min = 1, max = 20, title = "how far is looked, in metres" }),
    drover.slider("bits", 8, { min = 1, max = 12, step = 1, title = "bits of a distance" }),
  },

  monitors = { out = function(world) return world:agents(walker)().out end },

  setup = function(world)
    build(world)
    world:spawn(walker, {
      x = CELL / 2 + 0.5 * (world:random() - 0.5), y = CELL / 2 + 0.5 * (world:random() - 0.5),
      heading = math.pi / 2 + 0.4 * (world:random() - 0.5),
    })
  end,
}
