local drover = require "drover"

local deer = drover.kind("deer", {})

-- @example drover
-- herd.csv: a line "x,y,name", then a line for each deer
local herd <const> = drover.data("herd.csv")
-- fence.json: { "color": "tan", "corners": [[-20, -15], [20, -15], …] }
local fence <const> = drover.data("fence.json")

local function settle(world)
  for _, row in ipairs(herd) do
    world:spawn("deer", { x = row.x, y = row.y, label = row.name })
  end
  local color = fence.color
  world:obstacle { polygon = fence.corners, color = color, hollow = true }
end
-- @end

-- @example geometry, bounds, world, drover
-- room.wkt: POLYGON ((30 0, 50 0, 50 10, 30 10, 30 0), (38 4, …))
--           LINESTRING (32 2, 48 2)
local room <const> = drover.data("room.wkt")

local function build_room(world)
  -- People walk inside the polygon, around its holes.
  local walls = world:build(room[1], { as = "obstacle", walkable = true })
  local ways = world:build(room[2], { as = "path", radius = 0.5 })
  local glass = { sight = false, movement = true, planning = true }
  world:build(room[2], { as = "obstacle", blocks = glass, color = "navy" })
  local area, length = room[1].area, room[2].length
  print(room.type, #room, #walls, #ways, area, length, room[1].holes)
  local bounds = room.bounds
  local min, max = bounds.min, bounds.max
  local place = world:random_point()
  print(min, max, room:contains(40, 5), room:contains(place))
  for part in room:parts() do print(part.type, part:points()[1]) end
end
-- @end

return drover.scenario { kinds = { deer }, setup = function(world)
  settle(world)
  build_room(world)
end }
