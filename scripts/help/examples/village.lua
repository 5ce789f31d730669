local drover = require "drover"

drover.terrain("mud", { speed = 0.5, color = "sienna" })
drover.field("wet", { cell = 1 })
local goat = drover.kind("goat", {})

-- @example tiled, map
local tiled = require "tiled"
local map <const> = tiled.read("village.tmj", { scale = 1 / 16 })

local function settle(world)
  map:build(world, { as = "obstacle", layer = "houses" })
  map:build(world, { as = "terrain", property = "terrain" })
  map:build(world, { as = "agent", type = "goat" })
  map:fill(world:field("wet"), "ground", "wet")
  for _, object in ipairs(map:objects { shape = "point" }) do
    print(object.name, object.x, object.y, object.properties.age)
  end
  print(#map:cells("ground", "wet"), map.properties.title, map.cell.x)
end
-- @end

local function describe()
  -- @example tiled_object, tiled_cell
  for _, object in ipairs(map:objects()) do
    print(object.id, object.name, object.type, object.shape, object.layer)
    print(object.x, object.y, object.width, object.height, object.heading)
    print(object.points and #object.points, object.properties.age)
  end
  for _, cell in ipairs(map:cells("ground", "wet")) do
    print(cell.x, cell.y, cell.width, cell.height, cell.value)
  end
  -- @end
end

return drover.scenario {
  kinds = { goat },
  -- @example map
  bounds = map.bounds,
  -- @end
  setup = function(world)
    settle(world)
    describe()
  end,
}
