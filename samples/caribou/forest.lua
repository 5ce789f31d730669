-- The land: a belt of trees between two meadows, and a rocky outcrop in the eastern one. A plain Lua module: main.lua
-- requires it, and a save of this file reloads main.lua too.

local forest = {}

-- The belt, in meters, with room to pass between the trees and the edge of the world. A sequence of fractions places
-- the trees: evenly, yet not in rows, and the same for every seed. For a belt that differs from seed to seed, draw the
-- two coordinates with world:random().
local WEST, EAST, SOUTH, NORTH = 80, 122, 7, 113
local STRIDE_X, STRIDE_Y, STRIDE_RADIUS = 0.7548777, 0.5698403, 0.6180340

local OUTCROP = { { 168, 84 }, { 176, 80 }, { 184, 86 }, { 183, 96 }, { 172, 98 }, { 166, 92 } }

local function between(low, high, i, stride)
  return low + (high - low) * (i * stride % 1)
end

-- Where a tree stands, and its radius.
local function tree(i)
  local y = between(SOUTH, NORTH, i, STRIDE_Y)
  local x = between(WEST, EAST, i, STRIDE_X) + 10 * math.sin(y / 18) -- the belt winds
  return x, y, between(0.7, 1.7, i, STRIDE_RADIUS)
end

function forest.plant(world, trees)
  world.memory.trees = {}
  for i = 1, trees do
    local x, y, radius = tree(i)
    world.memory.trees[i] = world:obstacle { sphere = { x = x, y = y, radius = radius }, color = "#2f5a32" }
  end
  world:obstacle { polygon = OUTCROP }
end

-- A crown over each tree, wherever it has been moved. No two look the same way.
function forest.draw(world, draw)
  for i, each in ipairs(world.memory.trees) do
    if each.alive then draw.shape("tree", each.x, each.y, 2.6 * each.radius, i, { color = "#2f5a32" }) end
  end
end

return forest
