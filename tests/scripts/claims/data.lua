-- Files of data, and maps.
local function reads(file, text, code)
  return ([[
    local data = drover.data "%s"
    %s
    return drover.scenario { kinds = { drover.kind("a", {}) } }
  ]]):format(file, code), { [file] = text }
end

local function claim(says, file, text, code, prints)
  local source, files = reads(file, text, code)
  return { says, source, 0, prints, files = files }
end

local PLAN = "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0), (1 0.5, 2 0.5, 2 1.5, 1 1.5, 1 0.5))\nLINESTRING (0 0, 3 4)\n"

local MAP = [[
{ "orientation": "orthogonal", "width": 2, "height": 2, "tilewidth": 16, "tileheight": 16, "infinite": false,
  "renderorder": "right-down", "type": "map", "version": "1.10",
  "properties": [ { "name": "title", "type": "string", "value": "Yard" } ],
  "tilesets": [ { "firstgid": 1, "name": "ground", "tilewidth": 16, "tileheight": 16, "tilecount": 2, "columns": 2,
    "tiles": [ { "id": 1, "properties": [ { "name": "wet", "type": "float", "value": 0.5 } ] } ] } ],
  "layers": [
    { "type": "tilelayer", "id": 1, "name": "ground", "width": 2, "height": 2, "x": 0, "y": 0, "opacity": 1,
      "visible": true, "data": [ 1, 2, 2, 2 ] },
    { "type": "objectgroup", "id": 2, "name": "herd", "x": 0, "y": 0, "opacity": 1, "visible": true,
      "draworder": "topdown", "objects": [
      { "id": 3, "name": "Ann", "type": "a", "point": true, "x": 8, "y": 8, "width": 0, "height": 0, "rotation": 0,
        "visible": true },
      { "id": 4, "name": "hut", "type": "", "x": 16, "y": 16, "width": 16, "height": 16, "rotation": 0,
        "visible": true } ] } ] }
]]

local function of_map(says, code, prints)
  local source = [[
    local tiled = require "tiled"
    local map = tiled.read "yard.tmj"
    local function all(list) local names = {} for _, o in ipairs(list) do names[#names + 1] = o.name end
      return table.concat(names, " ") end
    drover.field("wet", { cell = 1 })
    return drover.scenario { bounds = { min = { -5, -5 }, max = { 5, 5 } }, kinds = { drover.kind("a", {}) },
      setup = function(world) ]] .. code .. [[ end }
  ]]
  return { says, source, 0, prints, files = { ["yard.tmj"] = MAP } }
end

return {
  claim(
    "A field that is a decimal number is a number, an empty one is nil, and `\"\"` is empty text.",
    "herd.csv", "x,name,note\n1.5,\"\",\n-2e1,007,0x10\n",
    "for _, row in ipairs(data) do print(row.x, row.name, row.note, math.type(row.x)) end",
    "1.5 nil float | -20.0 7 0x10 float"
  ),
  claim(
    "Fields are separated by commas; spaces around them do not count.",
    "herd.csv", "x , name\n 3 , Ann Lee \n", "print(data[1].x, data[1].name .. '.')", "3 Ann Lee."
  ),
  claim(
    "Whole numbers are integers. A key whose value is null is left out; in a list, `drover.none` keeps its place.",
    "a.json", '{ "n": 3, "gone": null, "list": [ 1, null, 2.5 ] }',
    "print(math.type(data.n), data.gone, #data.list, data.list[2] == drover.none, data.list[3])",
    "integer nil 3 true 2.5"
  ),
  claim(
    "A file may hold several, one after the other, each on as many lines as it likes: they are the parts of one "
      .. "collection.",
    "plan.wkt", "POINT\n(1 2)\nLINESTRING (0 0,\n 3 4)", "print(data.type, #data, data[1].type, data[2].length)",
    "GEOMETRYCOLLECTION 2 POINT 5.0"
  ),
  claim(
    "What it returns is read-only",
    "a.json", '{ "n": 3 }', "print(pcall(function() data.n = 4 end))", "false main.lua:4: …"
  ),
  claim("m², without the holes", "plan.wkt", PLAN, "print(data[1].area, data[1].holes)", "7.0 1"),
  claim(
    "m, of lines, and of the outlines of polygons and holes", "plan.wkt", PLAN, "print(data[1].length, data[2].length)",
    "16.0 5.0"
  ),
  claim(
    "Whether an agent or place is in one of its polygons, or on an edge.", "plan.wkt", PLAN,
    "print(data:contains(0.5, 1), data:contains(1.5, 1), data:contains(4, 1), data:contains(3, 4))",
    "true false true false"
  ),
  claim(
    "A point, line, or polygon is its own only part.", "plan.wkt", "POINT (1 2)",
    "for part in data:parts() do print(part == data, part.type) end", "true POINT"
  ),
  of_map("by default a tile is 1 m wide", "print(map.cell.x, map.bounds.max.x - map.bounds.min.x)", "1.0 2.0"),
  of_map("`properties` { name = any, … }: of the map", "print(map.properties.title)", "Yard"),
  of_map(
    "List the objects of the map, or some of them, in the order of the layers and of each layer's list.",
    "print(all(map:objects()), all(map:objects { shape = 'point' }), all(map:objects { name = 'hut' }))",
    "Ann hut Ann hut"
  ),
  of_map(
    "those that have a property, with its value, or all.", "print(#map:cells('ground', 'wet'), #map:cells())", "3 4"
  ),
  of_map(
    "Set the amounts of a field to a property of the tiles of a layer: of the cell in the middle of each tile.",
    [[ local field = world:field "wet" map:fill(field, "ground", "wet")
       local sum = 0 for _, tile in ipairs(map:cells("ground", "wet")) do sum = sum + field:at(tile.x, tile.y) end
       print(sum) ]],
    "1.5"
  ),
  of_map(
    "agents of the kind that is an object's class, with its properties",
    [[ map:build(world, { as = "agent", type = "a" })
       for one in world:agents "a" do print(one.x == map:objects({ name = "Ann" })[1].x, world:count "a") end ]],
    "true 1"
  ),
}
