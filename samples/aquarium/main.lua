-- An aquarium: schools of two kinds in a volume of water, and a pike. This file has the tank and what is in it;
-- school.lua says how schooling fish live, pike.lua how the pike hunts.

local drover = require "drover"
local school = require "school"

local LENGTH, WIDTH, DEPTH = 24, 13, 8 -- meters

local function furnish(world)
  world:obstacle { box = { x = 0, y = 0, z = -1, w = LENGTH, d = WIDTH, h = 1 }, color = "#1f4d5f" } -- the floor
  for i, place in ipairs { { -7, -3 }, { -5.2, -3.6 }, { 6, 2.5 }, { 7.6, 1.4 }, { 7.9, 3.3 }, { 0.5, -4.8 } } do
    world:obstacle { sphere = { x = place[1], y = place[2], z = 0.3, radius = 0.6 + i % 3 * 0.35 }, color = "#4c5a55" }
  end
end

-- A kind is released in a spiral around a column in its own third of the tank, so that no fish starts inside another.
local function release(world, kind, third, count)
  local x = (third - 2) * LENGTH / 3 + 4 * (world:random() - 0.5)
  local y = (WIDTH - 4) * (world:random() - 0.5)
  for i = 1, count do
    local angle = 2.4 * i -- radians: nearly the golden angle, so that fish above each other are far apart
    world:spawn(kind, {
      x = x + 0.6 * math.cos(angle), y = y + 0.6 * math.sin(angle), z = 2 + (DEPTH - 3) * (i - 0.5) / count,
      heading = 2 * math.pi * world:random(),
    })
  end
end

-- The share of fish whose nearest neighbor is of their own kind: half when all swim mixed.
local function sorted(world)
  local same, count = 0, 0
  for _, kind in ipairs(school.KINDS) do
    for fish in world:agents(kind) do
      local neighbor = fish:nearest(school.KINDS, 5)
      count = count + 1
      if neighbor and neighbor.kind == kind then same = same + 1 end
    end
  end
  return same / math.max(1, count)
end

local function fleeing(world)
  local count = 0
  for _, kind in ipairs(school.KINDS) do count = count + world:count(kind, { state = "fleeing" }) end
  return count
end

local function mean_height(world)
  local sum, count = 0, 0
  for _, kind in ipairs(school.KINDS) do
    for fish in world:agents(kind) do sum, count = sum + fish.z, count + 1 end
  end
  return sum / math.max(1, count)
end

return drover.scenario {
  name = "aquarium",
  title = "Aquarium",
  theme = "water",
  space = "volume",
  view = { yaw = 25, pitch = 20 },
  kinds = { school.tetra, school.barb, require "pike" },
  bounds = {
    min = { -LENGTH / 2, -WIDTH / 2, 0 },
    max = { LENGTH / 2, WIDTH / 2, DEPTH },
    edge = "contain", -- the glass
  },

  settings = {
    drover.slider("tetras", 120, { min = 0, max = 1000, step = 1, restart = true }),
    drover.slider("barbs", 60, { min = 0, max = 1000, step = 1, restart = true }),
    drover.slider("pikes", 1, { min = 0, max = 5, step = 1, restart = true }),
    drover.slider("schooling", 1, { min = 0, max = 3 }),
  },

  monitors = { sorted = sorted, fleeing = fleeing, height = mean_height },

  setup = function(world, settings)
    furnish(world)
    release(world, "tetra", 1, settings.tetras)
    release(world, "barb", 3, settings.barbs)
    release(world, "pike", 2, settings.pikes)
  end,
}
