-- The caribou sample as a whole country: a herd, a pack and a wood of it for every 156 agents. A caribou differs from
-- the sample's in that it runs a step in Lua in every tick (caribou.lua here); the wolves are the sample's,
-- which `drover bench` puts beside this file.
local drover = require "drover"
local agents = require "agents"

local CARIBOU, WOLVES, TREES = 150, 6, 110 -- in a valley
local LENGTH, WIDTH = 200, 120 -- meters, of a valley

local valleys = math.max(1, agents // (CARIBOU + WOLVES))
local columns = math.ceil(math.sqrt(valleys * WIDTH / LENGTH))
local rows = math.ceil(valleys / columns)

local function plant(world, west, south)
  for _ = 1, TREES do
    local x, y = west + 80 + 42 * world:random(), south + WIDTH * world:random()
    world:obstacle { sphere = { x = x, y = y, radius = 0.7 + world:random() } }
  end
end

local function settle(world, west, south)
  local herd, pack = world:new_group("herd"), world:new_group("pack")
  for _ = 1, CARIBOU do
    world:spawn("caribou", {
      x = west + 38 + 24 * world:random(),
      y = south + 48 + 24 * world:random(),
      heading = 2 * math.pi * world:random(),
      group = herd,
      valley_x = west + LENGTH / 2,
      valley_y = south + WIDTH / 2,
    })
  end
  for i = 1, WOLVES do
    world:spawn("wolf", {
      x = west + 4 + i % 3 * 3,
      y = south + 20 + i * 80 / WOLVES,
      group = pack,
      side = (i % 2 == 0 and 1 or -1) * (6 + 2 * i),
    })
  end
end

return drover.scenario {
  title = "Herds and packs",
  kinds = { require "caribou", require "wolf" },
  bounds = { min = { 0, 0 }, max = { columns * LENGTH, rows * WIDTH }, edge = "contain" },
  settings = {
    drover.slider("sociable", 0.4, { min = 0, max = 2 }),
    drover.toggle("deadly", false),
  },
  monitors = {
    fleeing = function(world) return world:count("caribou", { state = "fleeing" }) end,
    hunting = function(world) return world:count("wolf") - world:count("wolf", { state = "resting" }) end,
  },
  setup = function(world)
    for i = 0, valleys - 1 do
      local west, south = i % columns * LENGTH, i // columns * WIDTH
      plant(world, west, south)
      settle(world, west, south)
    end
  end,
}
