-- Maps drawn with Tiled (mapeditor.org), as it exports them: JSON (.tmj, .json) and Lua. Orthogonal maps, with tiles as
-- numbers. Tiled measures in pixels, with y down; here, everything is in meters, with y up.
--
--   local tiled = require "tiled"
--   local map <const> = tiled.read("village.tmj", { scale = 1 / 16 })
--   … setup = function(world) map:build(world, { as = "obstacle", layer = "houses" }) end
--
-- A map has its lower left corner at the origin, unless it is infinite: then it has Tiled's own origin, because its
-- edges move while it is drawn.

local drover = require "drover"

---Maps drawn with Tiled: `local tiled = require "tiled"`.
---@class drover.tiled
local tiled = {}

---A map that `tiled.read` has read.
---@class drover.tiled_map
---@field bounds drover.geometry_bounds of the map, for those of a scenario; those of an infinite map hold all its tiles
---@field cell drover.vector m, width and height of a tile
---@field properties table<string, any> of the map
local map = {}

---An object of a map.
---@class drover.tiled_object
---@field id integer its number in the map
---@field name string as it was named in Tiled, or ""
---@field type string its class; that of a tile is the tile's own, unless it has another
---@field shape "point"|"rectangle"|"ellipse"|"polygon"|"polyline"|"tile"|"text" what it was drawn as
---@field layer string the name of its layer
---@field x number m, of its middle; of the first point of a polygon or polyline
---@field y number m
---@field width number m
---@field height number m
---@field heading number rad
---@field points? drover.vector[] of a polygon or polyline
---@field properties table<string, any> its own, and those of its tile

---A tile of a layer, or several that are alike.
---@class drover.tiled_cell
---@field x number m, of its middle
---@field y number m
---@field width number m
---@field height number m
---@field value any of the property that was asked for; the tile's number in the map if none was

local GID <const> = 0x0FFFFFFF -- the bits above say how a tile is flipped

local function fail(format, ...) error(format:format(...), 0) end

-- Call a function of this file. What it raises names the line of the script.
local function call(name, f, ...)
  local fine, result = pcall(f, ...)
  if fine then return result end
  error(("tiled.%s: %s"):format(name, (tostring(result):gsub("^<drover>/tiled%.lua:%d+: ", ""):gsub("%c", " "))), 3)
end

local function check_keys(what, given, names)
  if type(given) ~= "table" then fail("%s: a table expected, got %s", what, type(given)) end
  for key in pairs(given) do
    local known = false
    for _, name in ipairs(names) do known = known or key == name end
    if not known then fail("%s takes no '%s': one of %s expected", what, tostring(key), table.concat(names, ", ")) end
  end
end

-- Reading

-- What a map has in its parts, as far as it is used. A part is a table of them, or a list of such; what ends in ? may
-- be missing.
local PARTS <const> = {
  map = {
    width = "count", height = "count", tilewidth = "size", tileheight = "size", layers = { "layer" },
    tilesets = { "tileset?" }, properties = "properties?",
  },
  layer = {
    name = "text?", type = "text?", offsetx = "number?", offsety = "number?", layers = { "layer?" },
    objects = { "object?" }, chunks = { "chunk?" }, width = "size?", height = "size?",
  },
  chunk = { x = "whole", y = "whole", width = "size", height = "size" },
  object = {
    id = "whole", name = "text?", type = "text?", class = "text?", shape = "text?", x = "number", y = "number",
    width = "number?", height = "number?", rotation = "number?", gid = "gid?", polygon = { "point?" },
    polyline = { "point?" }, properties = "properties?",
  },
  template = { id = "whole" }, -- an object that is refused when it is needed
  point = { x = "number", y = "number" },
  tileset = { firstgid = "gid", source = "text?", filename = "text?", tiles = { "tile?" } },
  tiles = { tiles = { "tile?" } }, -- a tileset in a file of its own
  tile = { id = "whole", type = "text?", class = "text?", properties = "properties?" },
}

-- Numbers are pixels, or tiles.
local LARGEST <const> = 1e9
local NUMBERS <const> = { number = -LARGEST, whole = -LARGEST, count = 0, size = 1, gid = 0 }

local check_part

local function check_value(what, value, kind)
  if PARTS[kind] then return check_part(what .. ".", value, kind) end
  local low, got = NUMBERS[kind], type(value)
  if low then
    local high = kind == "gid" and 0xFFFFFFFF or LARGEST
    local is_fine = got == "number" and value >= low and value <= high
    if is_fine and (kind == "number" or math.tointeger(value)) then return end
    fail("%s: a %s from %.0f to %.0f expected, got %s", what, kind == "number" and kind or "whole number", low, high,
      got == "number" and tostring(value) or got)
  elseif got ~= (kind == "text" and "string" or "table") then
    fail("%s: a %s expected, got %s", what, kind == "text" and "string" or "table", got)
  elseif kind == "properties" then
    for i, property in ipairs(value) do
      if type(property) ~= "table" or type(property.name) ~= "string" then fail("%s[%d] has no name", what, i) end
    end
  end
end

-- `where` stands before the names of what is in the part: "village.tmj: layers[1].".
function check_part(where, part, name)
  if type(part) ~= "table" then fail("%s a table expected, got %s", (where:gsub("%.$", ":")), type(part)) end
  for key, form in pairs(PARTS[name == "object" and part.template and "template" or name]) do
    local what <const>, is_list <const> = where .. key, type(form) == "table"
    local kind <const>, mark <const> = (is_list and form[1] or form):match "^(%a+)(%??)$"
    if part[key] ~= nil or mark == "" then
      check_value(what, part[key], is_list and "list" or kind)
      for i, item in ipairs(is_list and part[key] or {}) do check_value(("%s[%d]"):format(what, i), item, kind) end
    end
  end
end

-- JSON has a list of { name, type, value }, Lua a table by name.
local function properties_of(thing)
  local found = {}
  for key, value in pairs(thing.properties or {}) do
    if type(key) == "number" then found[value.name] = value.value else found[key] = value end
  end
  return found
end

-- Tiled 1.9 called the type of an object its class.
local function type_of(thing) return thing.type ~= nil and thing.type ~= "" and thing.type or thing.class or "" end

local function read_layer(self, layer, dx, dy)
  dx, dy = dx + (layer.offsetx or 0), dy + (layer.offsety or 0)
  if layer.type == "group" then
    for _, inner in ipairs(layer.layers or {}) do read_layer(self, inner, dx, dy) end
  elseif layer.type == "tilelayer" or layer.type == "objectgroup" then
    self.layers[#self.layers + 1] = { name = layer.name or "", source = layer, dx = dx, dy = dy }
  end
end

local function check_data(layer, data)
  if layer.encoding == "base64" or (layer.compression or "") ~= "" or type(data) ~= "table" then
    fail("layer '%s' has its tiles as base64 or compressed: in Tiled, choose Map > Map Properties > "
      .. "Tile Layer Format > CSV, and export again", layer.name)
  end
  for i, gid in ipairs(data) do check_value(("layer '%s': data[%d]"):format(layer.name, i), gid, "gid") end
end

local function read_tileset_file(path)
  local found = drover.data(path)
  check_part(path .. ": ", found, "tiles")
  return found
end

-- A tileset in a file of its own is read with the map, if that came from a file and Drover reads its format. What is
-- wrong with it counts only if a tile's properties are asked for.
local function read_tileset(self, set)
  local name = set.source or set.filename
  local made = { first = set.firstgid, name = name, source = set }
  if name then
    made.source = self.given_tilesets[name]
    local is_json = name:lower():find("%.tsj$") or name:lower():find("%.json$")
    if made.source then
      check_part(name .. ": ", made.source, "tiles")
    elseif self.path and is_json then
      local fine, found = pcall(read_tileset_file, (self.path:match("^(.*/)") or "") .. name)
      made.source, made.problem = fine and found or nil, not fine and found or nil
    end
  end
  self.tilesets[#self.tilesets + 1] = made
end

-- The tile with a number of the map: its entry in the tileset, or nil if the tileset says nothing about it.
local function tile_of(self, gid)
  gid = gid & GID
  local set
  for _, candidate in ipairs(self.tilesets) do
    if candidate.first <= gid then set = candidate end
  end
  if not set then fail("the map has no tileset for tile %d", gid) end
  if not set.source then
    fail("the tileset %s is not in the map: in Tiled, embed it (Map > Embed Tilesets), or export it as .tsj beside the "
      .. "map%s", set.name, set.problem and " (" .. set.problem .. ")" or "")
  end
  for _, tile in ipairs(set.source.tiles or {}) do
    if tile.id == gid - set.first then return tile end
  end
  return nil
end

-- The extent of a map, in pixels of Tiled, whose y points down. That of an infinite map is what its chunks cover: its
-- width and height say nothing about where its tiles are.
local function extent_of(self, source)
  local left, top, right, bottom = math.huge, math.huge, -math.huge, -math.huge
  for _, layer in ipairs(source.infinite and self.layers or {}) do
    for _, chunk in ipairs(layer.source.chunks or {}) do
      local x, y = chunk.x * source.tilewidth + layer.dx, chunk.y * source.tileheight + layer.dy
      left, right = math.min(left, x), math.max(right, x + chunk.width * source.tilewidth)
      top, bottom = math.min(top, y), math.max(bottom, y + chunk.height * source.tileheight)
    end
  end
  if left < right then return left, top, right, bottom end
  return 0, 0, source.width * source.tilewidth, source.height * source.tileheight
end

local function read(source, options)
  options = options or {}
  check_keys("options", options, { "scale", "tilesets" })
  local self = setmetatable({ layers = {}, tilesets = {}, given_tilesets = options.tilesets or {} }, { __index = map })
  if type(source) == "string" then
    self.path = source
    source = drover.data(source)
  end
  local where <const> = self.path and self.path .. ": " or ""
  if type(source) ~= "table" or type(source.layers) ~= "table" or not source.tilewidth then
    fail("%sno map: the path of a .tmj or .json file expected, or what Tiled's Lua export returns", where)
  end
  if source.orientation ~= "orthogonal" then
    fail("%sthe map is %s: only orthogonal maps can be read", where, tostring(source.orientation))
  end
  check_part(where, source, "map")
  local scale = options.scale or 1 / source.tilewidth
  if type(scale) ~= "number" or not (scale > 0 and scale < math.huge) then
    fail("scale: a number of meters per pixel above 0 expected, got %s", tostring(scale))
  end
  self.scale, self.tile_width, self.tile_height = scale, source.tilewidth, source.tileheight
  self.bottom = source.infinite and 0 or source.height * source.tileheight
  self.cell = drover.vec(source.tilewidth * scale, source.tileheight * scale)
  self.properties = properties_of(source)
  for _, set in ipairs(source.tilesets or {}) do read_tileset(self, set) end
  for _, layer in ipairs(source.layers) do read_layer(self, layer, 0, 0) end
  local left, top, right, bottom = extent_of(self, source)
  self.bounds = {
    min = drover.vec(left * scale, (self.bottom - bottom) * scale),
    max = drover.vec(right * scale, (self.bottom - top) * scale),
  }
  return self
end

---@class (exact) drover.tiled.options
---@field scale? number m per pixel; by default a tile is 1 m wide
---@field tilesets? table<string, table> tilesets in files of their own, by the name that the map has for the file

---Read a map: the path of a JSON file, as for `drover.data`, or what a Lua export returns: `require "village"`. Only
---orthogonal maps, with the tile layer format CSV. Use it at the top of a file or in `setup`. Tilesets in files of
---their own are read if they are .tsj files beside the map.
---@param source string|table
---@param options? drover.tiled.options
---@return drover.tiled_map
function tiled.read(source, options)
  local made = call("read", read, source, options)
  return made
end

-- Places

local function place(self, x, y) return x * self.scale, (self.bottom - y) * self.scale end

-- Where a corner is that is (across, down) from the point that an object turns about.
local function turned(object, across, down)
  local angle = math.rad(object.rotation or 0)
  return across * math.cos(angle) - down * math.sin(angle), across * math.sin(angle) + down * math.cos(angle)
end

-- Which part of a tile is at its object's place, as parts of its width and height.
local ALIGNED <const> = {
  topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 }, left = { 0, 0.5 }, center = { 0.5, 0.5 },
  right = { 1, 0.5 }, bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 }, unspecified = { 0, 1 },
}

local function shape_of(object)
  if object.gid then return "tile" end
  if object.text then return "text" end
  if object.shape then return object.shape end -- Lua
  return object.point and "point" or object.ellipse and "ellipse" or object.polygon and "polygon"
    or object.polyline and "polyline" or "rectangle"
end

local function set_of(self, gid)
  local set
  for _, candidate in ipairs(self.tilesets) do
    if candidate.first <= gid & GID then set = candidate.source end
  end
  return set
end

local function read_object(self, layer, object)
  if object.template then
    fail("object %d is of a template: in Tiled, choose Edit > Preferences > Export > Detach templates", object.id)
  end
  local shape = shape_of(object)
  local made = {
    id = object.id, name = object.name or "", type = type_of(object), shape = shape, layer = layer.name,
    width = (object.width or 0) * self.scale, height = (object.height or 0) * self.scale,
    heading = 0 - math.rad(object.rotation or 0), properties = properties_of(object),
  }
  local across, down = 0, 0
  if shape == "tile" then
    local set = set_of(self, object.gid)
    local at = ALIGNED[set and set.objectalignment or "unspecified"] or ALIGNED.unspecified
    across, down = (0.5 - at[1]) * (object.width or 0), (0.5 - at[2]) * (object.height or 0)
    local tile = set and tile_of(self, object.gid)
    if tile then
      if made.type == "" then made.type = type_of(tile) end
      for key, value in pairs(properties_of(tile)) do
        if made.properties[key] == nil then made.properties[key] = value end
      end
    end
  elseif shape == "rectangle" or shape == "ellipse" or shape == "text" then
    across, down = (object.width or 0) / 2, (object.height or 0) / 2
  end
  local dx, dy = turned(object, across, down)
  local left, top = object.x + layer.dx, object.y + layer.dy
  made.x, made.y = place(self, left + dx, top + dy)
  for _, point in ipairs(object.polygon or object.polyline or {}) do
    dx, dy = turned(object, point.x, point.y)
    made.points = made.points or {}
    made.points[#made.points + 1] = drover.vec(place(self, left + dx, top + dy))
  end
  return made
end

-- Choosing

local function layers_of(self, name, type)
  local found = {}
  for _, layer in ipairs(self.layers) do
    if (name == nil or layer.name == name) and (type == nil or layer.source.type == type) then
      found[#found + 1] = layer
    end
  end
  if #found == 0 and name ~= nil then
    local names = {}
    for _, layer in ipairs(self.layers) do names[#names + 1] = "'" .. layer.name .. "'" end
    fail("layer: the map has no %s '%s': it has %s", type == "tilelayer" and "tile layer"
      or type == "objectgroup" and "object layer" or "layer", tostring(name), table.concat(names, ", "))
  end
  return found
end

-- Add the objects of a layer that fit.
local function collect(self, layer, which, found)
  for _, object in ipairs(layer.source.objects or {}) do
    local made = read_object(self, layer, object)
    if (which.type == nil or made.type == which.type) and (which.name == nil or made.name == which.name)
      and (which.shape == nil or made.shape == which.shape) then
      found[#found + 1] = made
    end
  end
  return found
end

local function objects(self, which)
  which = which or {}
  check_keys("which", which, { "layer", "type", "name", "shape" })
  local found = {}
  for _, layer in ipairs(layers_of(self, which.layer, "objectgroup")) do collect(self, layer, which, found) end
  return found
end

---@class (exact) drover.tiled.which
---@field layer? string only objects of this layer
---@field type? string only those of this class
---@field name? string only those of this name
---@field shape? "point"|"rectangle"|"ellipse"|"polygon"|"polyline"|"tile"|"text" only those that were drawn as this

---List the objects of the map, or some of them, in the order of the layers and of each layer's list.
---@param which? drover.tiled.which
---@return drover.tiled_object[]
function map:objects(which)
  local found = call("objects", objects, self, which)
  return found
end

-- Tiles

local function value_of(self, gid, property, known)
  if property == nil then return gid & GID end
  if known[gid] == nil then
    local tile = tile_of(self, gid)
    local value = tile and properties_of(tile)[property]
    known[gid] = value == nil and drover.none or value
  end
  return known[gid] ~= drover.none and known[gid] or nil
end

-- The values of a layer's tiles: rows from the top down, by number, each a table by column. They count from 0 at the
-- map's left and top.
local function read_rows(self, layer, property)
  local rows, known = {}, {}
  local source = layer.source
  if not source.chunks then check_value(("layer '%s': width"):format(layer.name), source.width, "size") end
  local chunks = source.chunks or { { x = 0, y = 0, width = source.width, height = source.height, data = source.data } }
  for _, chunk in ipairs(chunks) do
    check_data(source, chunk.data)
    for i, gid in ipairs(chunk.data) do
      local value = gid ~= 0 and value_of(self, gid, property, known)
      if value then
        local row = chunk.y + (i - 1) // chunk.width
        rows[row] = rows[row] or {}
        rows[row][chunk.x + (i - 1) % chunk.width] = value
      end
    end
  end
  return rows
end

local function new_cell(self, layer, column, row, columns, rows, value)
  local x, y = place(self, (column + columns / 2) * self.tile_width + layer.dx,
    (row + rows / 2) * self.tile_height + layer.dy)
  return { x = x, y = y, width = columns * self.cell.x, height = rows * self.cell.y, value = value }
end

-- Whether a row has this value in all of some columns.
local function is_alike(row, first, last, value)
  for column = first, last do
    if not row or row[column] ~= value then return false end
  end
  return true
end

-- The tiles of a layer; with `together`, as few rectangles of tiles with the same value as come of extending each first
-- to the right and then down.
local function cells_of(self, layer, property, together)
  local cells, rows = {}, read_rows(self, layer, property)
  for row, columns in pairs(rows) do
    for column, value in pairs(columns) do
      local last, bottom = column, row
      while together and columns[last + 1] == value do last = last + 1 end
      while together and is_alike(rows[bottom + 1], column, last, value) do bottom = bottom + 1 end
      cells[#cells + 1] = new_cell(self, layer, column, row, last - column + 1, bottom - row + 1, value)
      for y = row, bottom do
        for x = column, last do rows[y][x] = nil end
      end
    end
  end
  return cells
end

local function cells(self, layer, property)
  local found = {}
  for _, of in ipairs(layers_of(self, layer, "tilelayer")) do
    for _, cell in ipairs(cells_of(self, of, property, false)) do found[#found + 1] = cell end
  end
  return found
end

---List the tiles of a layer, or of all tile layers: those that have a property, with its value, or all.
---@param layer? string
---@param property? string of the tiles in their tileset
---@return drover.tiled_cell[]
function map:cells(layer, property)
  local found = call("cells", cells, self, layer, property)
  return found
end

local function fill(self, field, layer, property)
  if type(property) ~= "string" then fail("property: a string expected, got %s", type(property)) end
  for _, cell in ipairs(cells(self, layer, property)) do
    if type(cell.value) ~= "number" then
      fail("property '%s' of a tile is no number: %s", property, tostring(cell.value))
    end
    field:set(cell.x, cell.y, cell.value)
  end
end

---Set the amounts of a field to a property of the tiles of a layer: of the cell in the middle of each tile. Give
---the field cells of the size `map.cell.x`.
---@param field drover.field
---@param layer string
---@param property string a number of the tiles in their tileset
function map:fill(field, layer, property)
  call("fill", fill, self, field, layer, property)
end

-- Building

local ROUND <const> = 32 -- corners of an ellipse

local function around(x, y, width, height, heading, corner)
  local points = {}
  for i = 1, corner do
    local angle = (i - 1) * 2 * math.pi / corner
    local across, up = width / 2 * math.cos(angle), height / 2 * math.sin(angle)
    points[i] = {
      x + across * math.cos(heading) - up * math.sin(heading), y + across * math.sin(heading) + up * math.cos(heading),
    }
  end
  return points
end

-- The shape of an obstacle or region.
local function outline_of(object)
  if object.points and object.shape == "polygon" then return { polygon = object.points } end
  if object.shape == "ellipse" and object.width == object.height then
    return { sphere = { x = object.x, y = object.y, radius = object.width / 2 } }
  elseif object.shape == "ellipse" then
    return { polygon = around(object.x, object.y, object.width, object.height, object.heading, ROUND) }
  elseif object.shape == "rectangle" or object.shape == "tile" then
    return { box = { x = object.x, y = object.y, w = object.width, d = object.height, heading = object.heading } }
  end
  return nil
end

local function copy(from, into)
  for key, value in pairs(from) do into[key] = value end
  return into
end

local function refuse(object, as)
  fail("%s %s cannot be built as %s", object.shape == "ellipse" and "an" or "a", object.shape, as)
end

local builders = {}

function builders.obstacle(world, object, options, made)
  if object.shape == "polyline" then
    for i = 2, #object.points do
      local wall = { from = object.points[i - 1], to = object.points[i] }
      made[#made + 1] = world:obstacle(copy(options, { wall = wall }))
    end
    return
  end
  made[#made + 1] = world:obstacle(copy(options, outline_of(object) or refuse(object, "an obstacle")))
end

function builders.region(world, object, options, made)
  local shape = outline_of(object) or refuse(object, "a region")
  made[#made + 1] = world:region(copy(options, { shape = shape }))
end

function builders.path(world, object, options, made)
  if not object.points then refuse(object, "a path") end
  made[#made + 1] = world:path(copy(options, { points = object.points, closed = object.shape == "polygon" }))
end

function builders.agent(world, object, options, made)
  if object.points or object.shape == "text" then refuse(object, "an agent") end
  local def = copy(object.properties, { x = object.x, y = object.y, heading = object.heading })
  local kind = options.kind or object.type
  if kind == "" then fail("it has no class: give it that of a kind, or give a kind") end
  copy(options, def).kind = nil
  made[#made + 1] = world:spawn(kind, def)
end

-- Build an object. What is wrong with it names it.
local function build_object(world, as, object, options, made)
  local fine, problem = pcall(builders[as], world, object, options, made)
  if fine then return end
  fail("object %d%s of layer '%s': %s", object.id, object.name ~= "" and " '" .. object.name .. "'" or "", object.layer,
    (tostring(problem):gsub("^<drover>/tiled%.lua:%d+: ", "")))
end

-- Tiles are built as rectangles of many.
local function build_cells(self, world, as, layer, property, options, made)
  for _, cell in ipairs(cells_of(self, layer, property, as ~= "terrain" or property ~= nil)) do
    local box = { x = cell.x, y = cell.y, w = cell.width, d = cell.height }
    if as == "obstacle" then
      made[#made + 1] = world:obstacle(copy(options, { box = box }))
    else
      local terrain = as == "terrain" and cell.value or options.terrain
      made[#made + 1] = world:region(copy(options, { shape = { box = box }, terrain = terrain }))
    end
  end
end

local AS <const> = { obstacle = true, region = true, path = true, agent = true, terrain = true }
local CHOICES <const> = { as = true, layer = true, type = true, name = true, shape = true, property = true }

local function build_all(self, world, options, made)
  if type(options) ~= "table" or not AS[options.as] then
    fail("as: one of 'agent', 'obstacle', 'path', 'region', or 'terrain' expected")
  end
  local as, rest = options.as, {}
  for key, value in pairs(options) do
    if not CHOICES[key] then rest[key] = value end
  end
  if as == "terrain" and options.property == nil then fail("property: the one that names the terrain expected") end
  for _, layer in ipairs(layers_of(self, options.layer, as == "terrain" and "tilelayer" or nil)) do
    local has_tiles = layer.source.type == "tilelayer"
    if has_tiles and (as == "terrain" or options.layer and (as == "obstacle" or as == "region")) then
      build_cells(self, world, as, layer, options.property, rest, made)
    elseif has_tiles and options.layer then
      fail("layer '%s' has tiles, which cannot be built as %s", layer.name, as == "path" and "a path" or "an agent")
    end
  end
  if as == "terrain" then return end
  for _, layer in ipairs(layers_of(self, options.layer)) do
    if layer.source.type == "objectgroup" then
      for _, object in ipairs(collect(self, layer, options, {})) do build_object(world, as, object, rest, made) end
    end
  end
end

-- All or nothing.
local function build(self, world, options)
  local made = {}
  local fine, problem = pcall(build_all, self, world, options, made)
  if fine then return made end
  for i = #made, 1, -1 do made[i]:remove() end
  error(problem, 0)
end

---@class drover.tiled.build_options
---@field as "agent"|"obstacle"|"path"|"region"|"terrain" what to build
---@field layer? string only of this layer; tiles become obstacles or regions only if it is given
---@field type? string only objects of this class
---@field name? string only objects of this name
---@field shape? "point"|"rectangle"|"ellipse"|"polygon"|"polyline"|"tile"|"text" only those that were drawn as this
---@field property? string only tiles that have this property; for a terrain, it names that
---@field kind? string|drover.declared_kind for agents: instead of their class
---@field [string] any what `world:obstacle`, `world:region`, `world:path`, or `world:spawn` take besides

---Build what is drawn, all of it or, if something is wrong, nothing: agents of the kind that is an object's class, with
---its properties; obstacles and regions of rectangles, ellipses, polygons, and tiles, walls of polylines; paths of
---polylines and polygons; terrain of tiles by a property. Tiles side by side become one rectangle.
---@param world drover.world
---@param options drover.tiled.build_options
---@return (drover.agent|drover.obstacle|drover.path|drover.region)[] in the order of the map
function map:build(world, options)
  local made = call("build", build, self, world, options)
  return made
end

return tiled
