-- A hallway with twelve rooms, each with one door.

local drover = require "drover"

local building = { HALF_LENGTH = 18, HALF_WIDTH = 8 } -- meters

local ROOM, HALL, DOOR, WALL = 6, 2, 2.8, 0.3 -- width of a room and a door, half the hallway's, thickness

building.HOME = drover.vec(-16.5, 0)
building.ROOMS = {} -- their centers, back and forth along the hallway
for column = 1, 6 do
  local x = -building.HALF_LENGTH + (column - 0.5) * ROOM
  local y = (HALL + building.HALF_WIDTH) / 2
  building.ROOMS[2 * column - 1], building.ROOMS[2 * column] = drover.vec(x, y), drover.vec(x, -y)
end

local function wall(world, x1, y1, x2, y2)
  world:obstacle {
    box = { x = (x1 + x2) / 2, y = (y1 + y2) / 2, w = math.max(x2 - x1, WALL), d = math.max(y2 - y1, WALL) },
    color = "#6d5f52",
  }
end

function building.build(world)
  for _, room in ipairs(building.ROOMS) do
    local west, east = room.x - ROOM / 2, room.x + ROOM / 2
    local side = room.y > 0 and 1 or -1
    wall(world, west, side * HALL, room.x - DOOR / 2, side * HALL)
    wall(world, room.x + DOOR / 2, side * HALL, east, side * HALL)
    if east < building.HALF_LENGTH then
      local near, far = side * HALL, side * building.HALF_WIDTH
      wall(world, east, math.min(near, far), east, math.max(near, far))
    end
  end
end

--- A place for a bag, anywhere in one of the rooms or in the hallway.
function building.place(world)
  local room = world:random(1, 2 * #building.ROOMS)
  if room > #building.ROOMS then return -10 + 26 * world:random(), -0.8 + 1.6 * world:random() end
  local middle = building.ROOMS[room]
  return middle.x - 1.8 + 3.6 * world:random(), middle.y - 1.8 + 3.6 * world:random()
end

return building
