-- Reads a data file in each tick, looks at all that it holds, and builds what can be built of it.
-- What it prints is "read", what refuses the file, or "broken: " and what must not be.
local drover = require "drover"
local tiled = require "tiled"
local name <const> = require "name" -- "input%d.csv", for the tick

local function broken(format, ...) error("broken: " .. format:format(...)) end

local function check_number(number, low, high)
  if not (number >= low and number <= high) then broken("%s is not from %s to %s", number, low, high) end
end

-- Numbers are finite, in tables and places.
local function check(value)
  if type(value) == "number" then
    check_number(value, -1.8e308, 1.8e308)
  elseif type(value) == "table" then
    for key, item in pairs(value) do
      check(key)
      check(item)
    end
  elseif tostring(value):find "^%(" then -- a vector
    check { value.x, value.y, value.z }
  end
end

-- Call what may refuse what it is given, in a line of ours.
local function try(f, ...)
  local fine, result = pcall(f, ...)
  if fine then return result end
  if type(result) ~= "string" or result == "" or result:find "%c" then broken("no line: %q", result) end
  for _, word in ipairs { "attempt to", "bad argument", "broken: " } do
    if result:find(word, 1, true) then broken("%s", result) end
  end
end

local function build(f, ...)
  for _, made in ipairs(try(f, ...) or {}) do made:remove() end
end

local look = {}

function look.wkt(geometry, world)
  check { geometry.area, geometry.length, geometry.holes, geometry.bounds or 0 }
  geometry:contains(0.5, 0.5)
  if #geometry == 0 then check(try(geometry.points, geometry)) end
  for hole = 1, geometry.holes do check(try(geometry.points, geometry, hole)) end
  for part in geometry:parts() do
    if part ~= geometry then look.wkt(part) end
  end
  for _, as in ipairs(world and { "obstacle", "path", "region" } or {}) do
    build(world.build, world, geometry, { as = as })
  end
  if world then build(world.build, world, geometry, { as = "obstacle", walkable = true }) end
end

function look.png(image, world)
  for y = 1, math.min(image.height, 16) do
    for x = 1, math.min(image.width, 16) do
      for _, part in ipairs { image:at(x, y) } do check_number(part, 0, 1) end
    end
  end
  build(world.build, world, image, { as = "terrain", colors = { white = "mud", ["#ff0000"] = "mud" } })
  world:field("grass"):fill(image)
  world:field("grass"):fill(image, { channel = "alpha" })
end

function look.tmj(map, world)
  check { map.bounds.min, map.bounds.max, map.cell, map.properties }
  check(try(map.objects, map))
  check(try(map.cells, map))
  check(try(map.cells, map, nil, "solid"))
  try(map.fill, map, world:field("grass"), "ground", "wet")
  for _, as in ipairs { "agent", "obstacle", "path", "region" } do
    build(map.build, map, world, { as = as })
    build(map.build, map, world, { as = as, layer = "ground" })
  end
  build(map.build, map, world, { as = "terrain", property = "terrain" })
end

look.csv, look.json = check, check

local function read(world)
  local path = name:format(world.tick)
  local ending = path:match "%a+$"
  look[ending](ending == "tmj" and tiled.read(path) or drover.data(path), world)
  return "read"
end

drover.field("grass", { cell = 1, max = 1 })
drover.terrain("mud", {})

return drover.scenario {
  bounds = { min = { 0, 0 }, max = { 8, 8 } },
  kinds = { drover.kind("person", { memory = { weight = 0 } }) },
  update = function(world) print((select(2, pcall(read, world)))) end,
}
