-- The trail boss, Reynolds' picture of three layers: the boss selects actions (boss.lua), cowboys steer (cowboy.lua),
-- horses move them. This file sets the scene, and says who rides what.

local drover = require "drover"

-- The kind of rider for each mount. A rider who changes mounts turns into another kind: a new body, the same work.
local RIDERS = { horse = "cowboy", motorcycle = "motorcyclist", mule = "muleteer" }
local cowboy, motorcyclist, muleteer = table.unpack(require "cowboy")
local riders = { cowboy, motorcyclist, muleteer }

local HOME = { x = 0, y = 0 }
local ROCKS = { { -34, 17, 4 }, { -42, 9, 3 }, { 31, -19, 4.5 }, { 40, -13, 2.5 }, { 18, 26, 3 }, { -14, -27, 2.5 } }

local function riding(world)
  local count = 0
  for rider in world:agents(riders) do
    if rider.state ~= "waiting" then count = count + 1 end
  end
  return count
end

local function away(world)
  return world:count("cow") - world:count("cow", { state = "grazing" })
end

return drover.scenario {
  name = "trail_boss",
  title = "Trail boss",
  kinds = { require "cow", cowboy, motorcyclist, muleteer, require "boss" },
  bounds = { min = { -66, -40 }, max = { 66, 40 }, edge = "contain" },

  settings = {
    drover.slider("cows", 40, { min = 2, max = 300, step = 1, restart = true }),
    drover.slider("cowboys", 3, { min = 0, max = 12, step = 1, restart = true }),
    drover.slider("restless", 0.002, { min = 0, max = 0.03 }), -- the probability per second that a cow strays
    drover.choice("mount", "horse", { "horse", "motorcycle", "mule" }),
  },

  monitors = {
    away = away,
    riding = riding,
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
      world:spawn(RIDERS[settings.mount], { x = x, y = y, side = side, herd = herd })
    end
    local hill = drover.vec(HOME.x, HOME.y + 26)
    world:spawn("boss", { x = hill.x, y = hill.y, heading = -math.pi / 2, herd = herd, hill = hill })
  end,

  setting = function(world, name, value)
    if name ~= "mount" then return end
    for rider in world:agents(riders) do rider:turn_into(RIDERS[value]) end
  end,
}
