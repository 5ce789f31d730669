-- The land: a road that comes from behind a barn and turns into the one that chickens cross. Nothing here moves.

local road = {
  HALF_WIDTH = 3.5, -- meters, of the road along y = 0
  LANE = -1.75, -- where cars drive, to the east
  CORNER = -26, -- where they come from the south
  EAST = 44, SOUTH = -34, NORTH = 16, WEST = -34, -- the ends of the land
}

local HOUSES = {
  { x = -13, y = -11, w = 16, d = 12, color = "#7a4b3a" }, -- the barn
  { x = 26, y = -13, w = 8, d = 6, color = "#6d5f52" },
}

-- On the right, around the corner, and on out of sight, so that no car brakes at the end of the world.
function road.way(world)
  local points = { { road.CORNER - road.LANE, road.SOUTH - 10 } }
  local reach = 8
  for k = 0, 8 do
    local angle = math.pi - k * math.pi / 16
    points[#points + 1] = {
      road.CORNER - road.LANE + reach + reach * math.cos(angle), road.LANE - reach + reach * math.sin(angle),
    }
  end
  points[#points + 1] = { road.EAST + 60, road.LANE }
  return world:path { points = points, radius = 0.3 }
end

-- Asphalt is a region: it blocks neither cars nor hens nor sight.
function road.build(world)
  local half, west = road.HALF_WIDTH, road.CORNER - road.HALF_WIDTH
  local function pave(x1, y1, x2, y2)
    world:region { shape = { box = { x = (x1 + x2) / 2, y = (y1 + y2) / 2, w = x2 - x1, d = y2 - y1 } } }
  end
  pave(west, -half, road.EAST, half)
  pave(west, road.SOUTH, west + 2 * half, -half)
  world.memory.houses = {}
  for i, house in ipairs(HOUSES) do
    local box = { x = house.x, y = house.y, w = house.w, d = house.d }
    world.memory.houses[i] = world:obstacle { box = box, color = house.color }
  end
end

-- A roof over each house, wherever it has been moved.
function road.draw(world, draw)
  for i, house in ipairs(world.memory.houses) do
    local style = { width = HOUSES[i].d, color = HOUSES[i].color, layer = "below" }
    if house.alive then draw.shape("house", house.x, house.y, HOUSES[i].w, house.heading, style) end
  end
end

return road
