-- Caribou and wolves. A herd grazes west of a forest; a pack hunts it, tires, rests, and hunts again.
-- This file sets the scene; caribou.lua says how a caribou lives, wolf.lua how a wolf hunts.

local drover = require "drover"
local forest = require "forest"

local function set_mist(world, on)
  world.visibility = on and 25 or math.huge -- meters; limits everyone's sight
end

return drover.scenario {
  name = "caribou",
  title = "Caribou and wolves",
  tick_rate = 60,
  seed = 1,
  space = "plane",
  kinds = { require "caribou", require "wolf" },
  bounds = { min = { 0, 0 }, max = { 200, 120 }, edge = "contain" },

  settings = {
    drover.slider("herd", 150, { min = 0, max = 2000, step = 1, restart = true }),
    drover.slider("wolves", 6, { min = 0, max = 40, step = 1, restart = true }),
    drover.slider("trees", 110, { min = 0, max = 300, step = 1, restart = true }),
    drover.slider("sociable", 0.4, { min = 0, max = 2 }), -- how strongly grazing caribou draw together
    drover.toggle("mist", false),
    drover.toggle("deadly", false), -- whether a wolf that reaches its quarry takes it
  },

  -- Plotted in the window; columns of --report.
  monitors = {
    caribou = function(world) return world:count("caribou") end,
    fleeing = function(world) return world:count("caribou", { state = "fleeing" }) end,
    grazing = function(world) return world:count("caribou", { state = "grazing" }) end,
    hunting = function(world) return world:count("wolf") - world:count("wolf", { state = "resting" }) end,
    wolf_distance = function(world)
      local least = math.huge
      for wolf in world:agents("wolf") do
        local _, distance = world:nearest("caribou", wolf.x, wolf.y, wolf.z)
        least = math.min(least, distance or math.huge)
      end
      return least
    end,
  },
  plots = {
    { title = "herd", "caribou", "fleeing", "grazing", unit = "animals" },
    { title = "nearest caribou to a wolf", "wolf_distance", unit = "m" },
  },

  setup = function(world, settings)
    set_mist(world, settings.mist)
    forest.plant(world, settings.trees)

    local herd = world:new_group("herd")
    -- A spiral with equal room around each, so that nobody starts inside another.
    local gap = math.min(1.2, 48 / math.sqrt(settings.herd))
    for i = 1, settings.herd do
      local out, turn = gap * math.sqrt(i), 2.39996 * i
      world:spawn("caribou", {
        x = 50 + out * math.cos(turn),
        y = 60 + out * math.sin(turn),
        heading = world:random() * 2 * math.pi,
        group = herd,
      })
    end

    local pack = world:new_group("pack")
    for i = 1, settings.wolves do
      local side = (i % 2 == 0 and 1 or -1) * (6 + 2 * i) -- one to the left, one to the right
      world:spawn("wolf", { x = 4 + i % 3 * 3, y = 20 + i * 80 / settings.wolves, group = pack, side = side })
    end
  end,

  setting = function(world, name, value)
    if name == "mist" then set_mist(world, value) end
  end,

  draw = function(world, draw) forest.draw(world, draw) end,
}
