-- How agents of a kind are drawn.

local core, checks = ...

local looks = {}

-- How much lighter or darker than the agent a polygon of these colors is.
local SHADES = { darker = -0.4, lighter = 0.4 }

local FORM = '{ { x, y }, …, color = "darker" }'

---A polygon of a shape: its corners in order, around it either way. The shape is 1 long, with its center at 0, 0 and its
---nose at 0.5, 0; y is to the left. No coordinate is beyond -1 or 1. The polygon need not be convex, but its sides
---must not cross or touch. It has 3 to 64 corners.
---@class (exact) drover.look_polygon
---@field [integer] drover.point a corner
---@field color? drover.color|"darker"|"lighter" the color of the agent by default, which "darker" and "lighter" shade. A polygon with a color is a detail: without an outline, and left out where agents are small. The first polygon is never a detail

---A picture of an agent from above, in a PNG file. Its right side is ahead, and it is as wide as the agent is long. It
---has at most 1024 × 1024 pixels, and is at most twice as high as wide.
---@class (exact) drover.look_picture
---@field picture string the file's path from the scenario's folder: "rider.png", or "sprites/rider.png"; a mod's own begins with "mods/" and its name
---@field tint? boolean whether white and gray parts take on the color of the agent; otherwise all of it has its own colors

---The `look` of a kind: how its agents are drawn.
---@class (exact) drover.look
---@field shape? drover.look_shape|drover.look_polygon|drover.look_polygon[]|drover.look_picture|string a name, a polygon, a list of up to 16 polygons, from the lowest to the highest, or a picture; "rider.png" is short for `{ picture = "rider.png" }`. An "arrow" by default. A triangle on a disc shows its heading; a round polygon has none
---@field color? drover.color|drover.color_map one color, or what shows a number: `drover.by("speed", { 0, 5 })`; blue by default
---@field size? number m, length of the drawn body; follows the radius by default. In a wide view, agents are drawn at least 3.5 to 11 pixels long, the fewer the longer, so that small ones may overlap

local function check_coordinates(where, path, polygon)
  local coordinates = {}
  for index, point in ipairs(polygon) do
    local x, y, z = core.point(point)
    if not x or z ~= 0 then
      checks.refuse_point(where, path .. "[" .. index .. "]", point, "a point { x, y }")
    end
    coordinates[2 * index - 1] = checks.finite(where, path .. "[" .. index .. "]", x)
    coordinates[2 * index] = checks.finite(where, path .. "[" .. index .. "]", y)
  end
  local problem = core.shape_problem(coordinates)
  if problem then checks.fail(where, path, problem) end
  return coordinates
end

local function check_polygon(where, path, polygon, is_first)
  checks.type(where, path, polygon, "table")
  local keys = { "color" }
  for index = 1, #polygon do keys[index + 1] = index end
  checks.keys(where, path, polygon, keys, FORM)
  local shade = SHADES[polygon.color]
  return {
    coordinates = check_coordinates(where, path, polygon),
    color = not shade and checks.color(where, path .. ".color", polygon.color) or nil,
    shade = shade,
    is_detail = polygon.color ~= nil and not is_first,
  }
end

--- Whether a table is one polygon: it begins with a point, not with a polygon.
local function is_polygon(shape)
  local first = shape[1]
  return first == nil or core.type(first) ~= "table" or core.type(first[1]) ~= "table"
end

local function check_polygons(where, path, shape)
  if is_polygon(shape) then return { check_polygon(where, path, shape, true) } end
  local record = checks.list(where, path, shape, function(_, element, polygon)
    return check_polygon(where, element, polygon, element == path .. "[1]")
  end)
  if #record > core.most_polygons then
    checks.fail(where, path, "more than " .. core.most_polygons .. " polygons")
  end
  return record
end

local function check_picture(where, path, shape)
  checks.keys(where, path, shape, { "picture", "tint" })
  checks.type(where, path .. ".picture", shape.picture, "string")
  local problem = core.picture(shape.picture)
  if problem then checks.fail(where, path, problem) end
  return {
    picture = shape.picture,
    tint = checks.optional(where, path .. ".tint", shape.tint, "boolean"),
  }
end

--- The number of a built-in shape.
local function check_name(where, path, name)
  local number = core.shape(name)
  if number then return number end
  if name:find("[./]") then
    checks.fail(where, path, "'" .. name .. "': a shape's name or a PNG file expected, such as 'rider.png'")
  end
  checks.fail(where, path, "no shape '" .. name .. "'" .. checks.suggestion(name, core.shapes))
end

--- The number of a built-in shape, a list of polygons, or a picture.
local check_shape = checks.gently(function(where, path, shape)
  local kind = core.type(shape)
  if kind == "table" and (shape.picture ~= nil or shape.tint ~= nil) then return check_picture(where, path, shape) end
  if kind == "table" then return check_polygons(where, path, shape) end
  if kind ~= "string" then
    checks.fail(where, path, "a shape's name, a PNG file or a polygon " .. FORM .. " expected, got " .. kind)
  end
  if shape:lower():find("%.png$") then return check_picture(where, path, { picture = shape }) end
  return check_name(where, path, shape)
end)

local RAMPS = { "sequential", "diverging" }

---Color agents by a number: a number slot, an attribute, a memory field, or "speed". The colors run from the first
---number of the range to the second. A number beyond either end gets the color of that end, and an agent without the
---number gets the first color. A "sequential" ramp gets lighter all the way; a "diverging" one is lightest in the
---middle. A color that a script sets on an agent takes precedence.
---@param number string
---@param range number[] low and high
---@param ramp? "sequential"|"diverging" the first by default
---@return drover.color_map
function looks.by(where, number, range, ramp)
  checks.type(where, "drover.by", number, "string")
  checks.type(where, "drover.by: range", range, "table")
  checks.keys(where, "drover.by: range", range, { 1, 2 }, "{ low, high }")
  local low = checks.finite(where, "drover.by: range[1]", range[1])
  local high = checks.finite(where, "drover.by: range[2]", range[2])
  if low == high then
    checks.fail(where, "drover.by: range", "two different numbers expected, got " .. low .. " twice")
  end
  if ramp ~= nil then
    checks.type(where, "drover.by: ramp", ramp, "string")
    if not checks.set_of(RAMPS)[ramp] then
      checks.fail(where, "drover.by: ramp", "no ramp '" .. ramp .. "'" .. checks.suggestion(ramp, RAMPS))
    end
  end
  return core.mark("color map", { number = number, low = low, high = high, diverges = ramp == "diverging" })
end

--- Fail if a color shows a memory field that begins as something else than a number.
function looks.check_map(where, map, memory)
  local default = map and memory[map.number]
  if default ~= nil and core.type(default) ~= "number" and core.type(default) ~= "none" then
    checks.fail(where, "look.color", "a number expected in the memory field '" .. map.number .. "', got "
      .. core.type(default))
  end
end

function looks.check(where, look)
  checks.keys(where, "look", look, { "shape", "color", "size" })
  local record = { size = 0 }
  if look.shape ~= nil then record.shape = check_shape(where, "look.shape", look.shape) end
  if core.type(look.color) == "color map" then record.map = core.marked("color map", look.color) end
  if not record.map then record.color = checks.color(where, "look.color", look.color) end
  if look.size ~= nil then
    record.size = checks.finite(where, "look.size", look.size)
    if record.size <= 0 then checks.fail(where, "look.size", record.size .. " is not above 0 m") end
  end
  return record
end

return looks
