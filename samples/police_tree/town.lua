-- The town: houses to walk around and to disappear behind, and the places where people go. Nothing here moves.

local drover = require "drover"
local vec = drover.vec

local town = { LENGTH = 64, WIDTH = 44 } -- meters

-- x and y of the center, width, and depth.
town.HOUSES = {
  { -24.2, 11, 5.6, 9 }, { -15.8, 11, 5.6, 9 }, { -4, 12, 5, 8 },
  { 4, 12, 5, 8 }, { 16, 11, 6, 10 }, { 24.5, 11, 5, 10 },
  { -24, -10, 6, 10 }, { -15.8, -10, 5.6, 10 }, { -2.5, -11, 5, 9 },
  { 4.5, -11, 5, 9 }, { 17, -10, 5, 9 }, { 25, -10, 5, 9 },
}

town.STATION, town.DEN = vec(-30, 0), vec(30, -19)

-- Around the town and through its middle: where the officer turns.
town.BEAT = {
  vec(-29, 19), vec(29, 19), vec(29, 0), vec(-10, 0), vec(-10, -19), vec(11, -19), vec(11, 0), vec(-29, 0),
}

-- In front of the windows that can be forced, and behind what one can hide.
town.WINDOWS = { vec(-16, 5.7), vec(4, 16.8), vec(12.2, 12), vec(-12.2, -10), vec(-2.5, -5.7), vec(17, -15.3) }
town.NOOKS = {
  vec(-20, 11), vec(0, 12), vec(20.5, 11), vec(-19.8, -10), vec(1, -11), vec(21, -10),
  vec(-27.8, 16.5), vec(-28, -16), vec(29, -4),
}

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
  draw.text("den", town.DEN.x - 1, town.DEN.y - 1.5, { color = "tan", size = 18 })
end

return town
