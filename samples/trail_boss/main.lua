-- The trail boss, Reynolds' picture of three layers: the boss selects actions (boss.lua), cowboys steer (cowboy.lua),
-- horses move them. This file sets the scene and has the horses.

local drover = require "drover"

-- The lowest layer in full: what a mount can do. Steering asks for a velocity; how much of it happens is decided here.
local MOUNTS = {
  horse = { max_speed = 9, max_force = 3300 },
  motorcycle = { max_speed = 18, max_force = 6600 },
  mule = { max_speed = 5, max_force = 1100 },
}

local function mount(cowboy, name)
  for property, value in pairs(MOUNTS[name]) do cowboy[property] = value end
end

local HOME = { x = 0, y = 0 }
local ROCKS = { { -34, 17, 4 }, { -39, 12, 3 }, { 31, -19, 4.5 }, { 37, -15, 2.5 }, { 18, 26, 3 }, { -14, -27, 2.5 } }

local function away(world)
  return world:count("cow") - world:count("cow", { state = "grazing" })
end

return drover.scenario {
  title = "Trail boss",
  kinds = { require "cow", require "cowboy", require "boss" },
  bounds = { min = { -66, -40 }, max = { 66, 40 }, edge = "contain" },

  settings = {
    drover.slider("cows", 40, { min = 2, max = 300, step = 1, restart = true }),
    drover.slider("cowboys", 3, { min = 0, max = 12, step = 1, restart = true }),
    drover.slider("restless", 0.002, { min = 0, max = 0.03 }), -- the probability per second that a cow strays
    drover.choice("mount", "horse", { "horse", "motorcycle", "mule" }),
  },

  monitors = {
    away = away,
    riding = function(world) return world:count("cowboy") - world:count("cowboy", { state = "waiting" }) end,
  },

  setup = function(world, settings)
    for _, rock in ipairs(ROCKS) do world:obstacle { sphere = { x = rock[1], y = rock[2], radius = rock[3] } } end

    local herd = world:new_group("herd")
    herd.center = { HOME.x, HOME.y }
    for i = 1, settings.cows do
      local distance, direction = 2.2 * math.sqrt(i), 2.4 * i -- a sunflower
      world:spawn("cow", {
        x = HOME.x + distance * math.cos(direction), y = HOME.y + distance * math.sin(direction),
        heading = 2 * math.pi * world:random(),
        group = herd,
        home = { HOME.x, HOME.y },
      })
    end

    for i = 1, settings.cowboys do
      local side = 2 * math.pi * i / settings.cowboys
      local x, y = HOME.x + 26 * math.cos(side), HOME.y + 22 * math.sin(side)
      mount(world:spawn("cowboy", { x = x, y = y, side = side, herd = herd }), settings.mount)
    end
    local hill = drover.vec(HOME.x, HOME.y + 26)
    world:spawn("boss", { x = hill.x, y = hill.y, heading = -math.pi / 2, herd = herd, hill = hill })
  end,

  setting = function(world, name, value)
    if name ~= "mount" then return end
    for cowboy in world:agents("cowboy") do mount(cowboy, value) end
  end,
}
