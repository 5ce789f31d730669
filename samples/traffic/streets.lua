-- The map: two streets that cross, and a row of bays along the one to the east. Nothing here moves.

local drover = require "drover"

local streets = {
  LANE = 1.75, -- meters from the middle of a street to the middle of a lane; people drive on the right
  LINE = 8, -- meters before the center of the intersection, where cars stop
  EAST = 70, NORTH = 45, -- where the streets end
  BAYS = 6,
}

local LANE, EAST, NORTH = streets.LANE, streets.EAST, streets.NORTH
local BEYOND = 60 -- meters: routes continue out of sight, so that nobody brakes at the end of the world
local FIRST_BAY, PITCH = 26, 4 -- meters along the street, and from one to the next
local SLANT = -math.pi / 4 -- the angle at which a car turns into a bay
local DEPTH, ALLEY = 5, 9 -- meters from the lane to the middle of a bay, and to the alley behind

-- A route through `points` that bends from `reach` before each corner to as far behind it.
local function bend(points, reach)
  local way = { points[1] }
  for i = 2, #points - 1 do
    local corner = points[i]
    local from = corner + (points[i - 1] - corner):unit() * reach
    local to = corner + (points[i + 1] - corner):unit() * reach
    for k = 0, 8 do
      local t = k / 8
      way[#way + 1] = from * ((1 - t) * (1 - t)) + corner * (2 * t * (1 - t)) + to * (t * t)
    end
  end
  way[#way + 1] = points[#points]
  return way
end

-- The four ways in, by the heading there: 0 east, 1 north, 2 west, 3 south. Each has a route straight ahead and one to
-- the right. Turning left would take right-of-way rules: see the README.
function streets.routes(world)
  local routes = {}
  for entry = 0, 3 do
    local x, y = math.floor(math.cos(entry * math.pi / 2) + 0.5), math.floor(math.sin(entry * math.pi / 2) + 0.5)
    local ahead, right = drover.vec(x, y), drover.vec(y, -x)
    local long, wide = x ~= 0 and EAST or NORTH, x ~= 0 and NORTH or EAST
    local start = ahead * -long + right * LANE
    routes[entry] = {
      straight = world:path { points = { start, ahead * (long + BEYOND) + right * LANE }, radius = 0.3 },
      right = world:path {
        points = bend({ start, (right - ahead) * LANE, right * (wide + BEYOND) - ahead * LANE }, 7),
        radius = 0.3,
      },
      to_line = long - streets.LINE, -- meters from the start
    }
  end
  return routes
end

-- Each bay: how a car stands in it, where on its street a driver starts looking for it, and the way out by the alley.
function streets.bays(world)
  local bays = {}
  for i = 1, streets.BAYS do
    local x, y = FIRST_BAY + PITCH * i, -LANE - DEPTH
    local corner = drover.vec(x + ALLEY - DEPTH, -LANE - ALLEY)
    bays[i] = {
      pose = { x = x, y = y, heading = SLANT },
      turn = EAST + x - DEPTH - 12,
      way_out = world:path {
        points = bend({ drover.vec(x, y), corner, drover.vec(EAST + BEYOND, corner.y) }, 2.5), radius = 0.3,
      },
    }
  end
  return bays
end

-- Obstacles that are only for show, since they let everybody pass.
local function paint(world, x, y, w, d, color, heading)
  local blocks = { movement = false, sight = false }
  world:obstacle { box = { x = x, y = y, w = w, d = d, heading = heading }, color = color, blocks = blocks }
end

function streets.draw(world)
  local asphalt, white = "#3a3d42", "#c9ccd0"
  paint(world, 0, 0, 2 * EAST, 4 * LANE, asphalt)
  paint(world, 0, 0, 4 * LANE, 2 * NORTH, asphalt)
  local last = FIRST_BAY + PITCH * streets.BAYS
  paint(world, (FIRST_BAY + last) / 2 + 4, -LANE - DEPTH, last - FIRST_BAY + 16, 6.5, asphalt)
  paint(world, (FIRST_BAY + EAST) / 2, -LANE - ALLEY, EAST - FIRST_BAY, 2 * LANE, asphalt)
  for i = 0, streets.BAYS do
    -- Halfway between two bays, along them.
    paint(world, FIRST_BAY + PITCH * (i + 0.5), -LANE - DEPTH, 5, 0.3, white, SLANT)
  end
  for x = -EAST + 2, EAST, 4 do
    if math.abs(x) > streets.LINE then paint(world, x, 0, 2, 0.3, white) end
  end
  for y = -NORTH + 2, NORTH, 4 do
    if math.abs(y) > streets.LINE then paint(world, 0, y, 0.3, 2, white) end
  end
  for _, side in ipairs { -1, 1 } do
    paint(world, side * streets.LINE, side * LANE, 0.4, 2 * LANE, white)
    paint(world, side * LANE, -side * streets.LINE, 2 * LANE, 0.4, white)
  end
end

return streets
