-- The town: six houses to disappear behind, and the places where people go. Nothing here moves.

local drover = require "drover"
local vec = drover.vec

local town = { LENGTH = 52, WIDTH = 36 } -- meters

-- x and y of the center, width, and depth.
town.HOUSES = {
  { -15, 8, 9, 8 }, { 0, 8, 8, 8 }, { 15, 8, 9, 8 },
  { -15, -8, 9, 8 }, { 0, -8, 8, 8 }, { 15, -8, 9, 8 },
}

town.STATION, town.DEN = vec(-24, 0), vec(24, -16)
town.BEAT = { vec(-23, 15), vec(7, 15), vec(7, -15), vec(23, -15), vec(23, 0), vec(-23, 0) } -- where the officer turns
town.WINDOWS = { vec(0, 12.8), vec(15, 3.2), vec(-15, 3.2), vec(-4.8, -8), vec(15, -12.8), vec(-15, -12.8) }
town.NOOKS = { vec(-24.5, 9), vec(-9.8, 9), vec(15, 16.5), vec(24.5, 8), vec(9.8, -8), vec(0, -16.5), vec(-24.5, -12) }

function town.build(world)
  world.memory.houses = {}
  for i, house in ipairs(town.HOUSES) do
    local box = { x = house[1], y = house[2], w = house[3], d = house[4] }
    world.memory.houses[i] = world:obstacle { box = box, color = "#6d5f52" }
  end
end

-- A roof whose ridge is along the longer side, wherever the house has been moved.
local function draw_roof(draw, house, width, depth)
  local turn = width < depth and math.pi / 2 or 0
  local style = { width = math.min(width, depth), color = "#80604f", layer = "below" }
  draw.shape("house", house.x, house.y, math.max(width, depth), house.heading + turn, style)
end

function town.draw(world, draw)
  for i, house in ipairs(world.memory.houses) do
    if house.alive then draw_roof(draw, house, town.HOUSES[i][3], town.HOUSES[i][4]) end
  end
  for _, window in ipairs(town.WINDOWS) do draw.circle(window.x, window.y, 0.4, { color = "gold", width = 2 }) end
  draw.text("police", town.STATION.x - 1.5, town.STATION.y + 1.5, { color = "skyblue", size = 18 })
end

return town
