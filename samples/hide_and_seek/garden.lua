-- The garden: home, the things in it, and places to hide. Nothing here moves.

local drover = require "drover"
local vec = drover.vec

local garden = { LENGTH = 40, WIDTH = 28 } -- meters

garden.HOME = vec(-15, 0)
garden.CLEARANCE = 0.7 -- meters that routes keep from things

-- x and y of the center, width, and depth; x, y, and radius.
local HOUSES = { { 4, 5, 8, 5 }, { 11, -7, 4, 4 } }
local HEDGES = { { -5, -5, 7, 0.8 }, { -6, 8, 0.8, 7 }, { 16, 4, 0.8, 8 }, { 2, -10, 8, 0.8 } }
local TREES = { { -10, -10, 0.9 }, { 14, 11, 0.9 }, { -1, 0, 0.7 } }

garden.PLACES = {
  vec(8.8, 5), vec(4, 8.3), vec(13.8, -7), vec(-4, -6.2), vec(-4.8, 9), vec(17.2, 4), vec(2, -11.2), vec(-9.1, -11.7),
  vec(15.6, 12.3), vec(10, -9.8), vec(0.8, 0),
}

local function build_boxes(world, boxes, color)
  local built = {}
  for i, box in ipairs(boxes) do
    built[i] = world:obstacle { box = { x = box[1], y = box[2], w = box[3], d = box[4] }, color = color }
  end
  return built
end

function garden.build(world)
  world.memory.houses = build_boxes(world, HOUSES, "#6d5f52")
  build_boxes(world, HEDGES, "#5c6b45")
  world.memory.trees = {}
  for i, tree in ipairs(TREES) do
    local sphere = { x = tree[1], y = tree[2], radius = tree[3] }
    world.memory.trees[i] = world:obstacle { sphere = sphere, color = "#3f5a35" }
  end
end

-- Roofs and crowns are where the houses and trees are, even after somebody has moved them.
function garden.draw(world, draw)
  for i, house in ipairs(world.memory.houses) do
    local style = { width = HOUSES[i][4], color = "#8a5f4c", layer = "below" }
    if house.alive then draw.shape("house", house.x, house.y, HOUSES[i][3], house.heading, style) end
  end
  for _, tree in ipairs(world.memory.trees) do
    if tree.alive then draw.shape("tree", tree.x, tree.y, 2.6 * tree.radius, 0, { color = "#3f5a35" }) end
  end
  for _, place in ipairs(garden.PLACES) do draw.circle(place.x, place.y, 0.3, { color = "#c0c0c060" }) end
  draw.circle(garden.HOME.x, garden.HOME.y, 1, { color = "white", width = 2 })
  draw.text("home", garden.HOME.x - 1, garden.HOME.y + 1.8, { color = "white" })
end

return garden
