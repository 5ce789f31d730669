-- A night in three scripts: what people are like (people.lua), what he does (homer.lua), what she does (partner.lua).

local drover = require "drover"

-- The street from the bar leads around a block to his home.
local BAR, HOME, BENCH = { 2, 4 }, { 34, 24 }, { x = 10, y = 6.4 }

local BLOCK = { w = 28, d = 19 } -- meters
local ROOFS = { "#80604f", "#6f5a50", "#8a6a52" }

local sitter = drover.kind("sitter", {
  body = { radius = 0.25, locomotion = "fixed" },
  look = { shape = "person", size = 1.1, color = "tomato" },
})

-- Two rows of four houses on the block, wherever it has been moved.
local function draw_houses(draw, block)
  local cosine, sine = math.cos(block.heading), math.sin(block.heading)
  for i = 0, 7 do
    local dx, dy = BLOCK.w * (i % 4 / 4 - 0.375), BLOCK.d * (i // 4 / 2 - 0.25)
    draw.shape("house", block.x + dx * cosine - dy * sine, block.y + dx * sine + dy * cosine, BLOCK.d / 2,
      block.heading + math.pi / 2, { width = BLOCK.w / 4, color = ROOFS[i % 3 + 1], layer = "below" })
  end
end

-- The only agent of a kind; nil once somebody has removed it.
local function the(world, kind) return world:agents(kind)() end

local function speed_of(kind)
  return function(world)
    local each = the(world, kind)
    return each and each.speed or 0
  end
end

return drover.scenario {
  name = "homer",
  title = "Homer",
  theme = "street",
  kinds = { sitter, require "homer", require "partner" },
  bounds = { min = { 0, 0 }, max = { 40, 28 }, edge = "contain" },

  settings = {
    drover.slider("drunk", 0.6, { min = 0, max = 1, title = "how drunk he is" }),
    drover.slider("aware", 0.1, { min = 0, max = 1, title = "how aware he is" }),
    drover.slider("rushed", 0.8, { min = 0, max = 1, title = "how much of a hurry she is in" }),
  },

  monitors = {
    noticed = function(world)
      local homer = the(world, "homer")
      return homer and homer.noticed or 0
    end,
    met = function(world)
      local partner = the(world, "partner")
      local state = partner and partner.state
      return (state == "going_home" or state == "at_home") and 1 or 0
    end,
    at_home = function(world)
      return world:count("homer", { state = "at_home" }) + world:count("partner", { state = "at_home" })
    end,
    homers_speed = speed_of "homer",
    partners_speed = speed_of "partner",
  },

  setup = function(world, settings)
    world.memory.block =
      world:obstacle { box = { x = 15, y = 17.5, w = BLOCK.w, d = BLOCK.d }, color = "#6d5f52" }
    world:obstacle { box = { x = 39, y = 14, w = 2, d = 28 }, color = "#6d5f52" }
    world:spawn(sitter, { x = BENCH.x, y = BENCH.y, heading = -math.pi / 2 })
    world:spawn("homer", {
      x = BAR[1], y = BAR[2] + world:random() - 0.5, home = HOME, tempo = 1,
      drunk = settings.drunk, aware = settings.aware,
    })
    world:spawn("partner", {
      x = HOME[1], y = HOME[2], heading = -math.pi / 2, home = { HOME[1] + 1.5, HOME[2] }, bar = BAR, tempo = 1,
      rushed = settings.rushed, aware = 0.9,
    })
  end,

  -- Moving a slider means the people who are there now.
  setting = function(world, name, value)
    local whose = the(world, name == "rushed" and "partner" or "homer")
    if whose then whose[name] = value end
  end,

  draw = function(world, draw)
    if world.memory.block.alive then draw_houses(draw, world.memory.block) end
    draw.text("bar", BAR[1] - 1, BAR[2] - 2, { color = "gold", size = 20 })
    draw.text("home", HOME[1] - 1, HOME[2] + 1.8, { color = "skyblue", size = 20 })
    draw.line(BENCH.x - 1, BENCH.y + 0.4, BENCH.x + 1, BENCH.y + 0.4, { color = "brown", width = 4 })
  end,
}
