local drover = require "drover"
local tiled = require "tiled"

local meadow <const> = tiled.read(require "meadow", { scale = 0.1 })

return drover.scenario {
  kinds = { drover.kind("bush", {}) },
  setup = function(world)
    print(meadow.cell, meadow.properties.windy)
    print(meadow.bounds.min, meadow.bounds.max)
    for _, cell in ipairs(meadow:cells("grass")) do print(cell.x, cell.y, cell.width, cell.height, cell.value) end
    for _, box in ipairs(meadow:build(world, { as = "obstacle", layer = "grass", property = "height" })) do
      print(box, box.x, box.y)
    end
    for _, object in ipairs(meadow:objects()) do
      print(object.id, object.type, object.shape, object.x, object.y, object.properties.height)
    end
    for _, path in ipairs(meadow:build(world, { as = "path" , type = "way" })) do
      print(path, ("%.3f"):format(path.length), path.closed)
    end
    local outer = { tiles = { { id = 0, type = "x" } } }
    local given = tiled.read(require "meadow", { tilesets = { ["outer.tsx"] = outer } })
    print(#given:cells("foreign", "solid"), given.cell)
  end,
}
