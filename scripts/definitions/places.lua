-- Surfaces, flows, fields and terrain.

local core, checks = ...

local definitions = {}

local SHAPES = { "plane", "sphere", "height" }

local function check_plane(where, plane)
  checks.type(where, "plane", plane, "table")
  checks.keys(where, "plane", plane, { "point", "normal" })
  return {
    shape = "plane",
    point = plane.point == nil and { 0, 0, 0 } or checks.point(where, "plane.point", plane.point),
    normal = plane.normal == nil and { 0, 0, 1 } or checks.point(where, "plane.normal", plane.normal),
  }
end

local function check_sphere(where, sphere)
  checks.type(where, "sphere", sphere, "table")
  checks.keys(where, "sphere", sphere, { "center", "radius" })
  return {
    shape = "sphere",
    point = sphere.center == nil and { 0, 0, 0 } or checks.point(where, "sphere.center", sphere.center),
    radius = checks.finite(where, "sphere.radius", sphere.radius),
  }
end

-- Each pixel of an image is a height; a function has them as far apart as `resolution` says.
local function check_image(where, def)
  if def.resolution ~= nil then checks.fail(where, "resolution", "an image has as many heights as pixels") end
  local record = { shape = "height", image = def.height, channel = def.channel, low = 0, high = 1 }
  for _, name in ipairs({ "low", "high" }) do
    if def[name] ~= nil then record[name] = checks.finite(where, name, def[name]) end
  end
  return record
end

local function check_function(where, def)
  checks.type(where, "height", def.height, "function")
  for _, name in ipairs({ "low", "high", "channel" }) do
    if def[name] ~= nil then checks.fail(where, name, "only for a height that is an image") end
  end
  local record = { shape = "height", height = def.height, resolution = 1 }
  if def.resolution ~= nil then record.resolution = checks.finite(where, "resolution", def.resolution) end
  if record.resolution <= 0 then checks.fail(where, "resolution", record.resolution .. " is not above 0 m") end
  return record
end

local function check_height(where, def)
  local record = core.is_image(def.height) and check_image(where, def) or check_function(where, def)
  if (def.min == nil) ~= (def.max == nil) then checks.fail(where, "min", "give min and max, or neither") end
  if def.min ~= nil then
    record.min = checks.point(where, "min", def.min)
    record.max = checks.point(where, "max", def.max)
  end
  return record
end

---Exactly one of plane, sphere, and height.
---@class (exact) drover.surface_definition
---@field plane? drover.surface_definition.plane a plane in space
---@field sphere? drover.surface_definition.sphere the outside of a ball
---@field height? (fun(x: number, y: number): number)|drover.image m, or an image whose pixels are the heights, from corner to corner, with its top where y is highest
---@field low? number m, of an image where it is black; 0 by default
---@field high? number m, of an image where it is white; 1 by default
---@field channel? "brightness"|"red"|"green"|"blue"|"alpha" of an image, see `field:fill`; "brightness" by default
---@field resolution? number m, between samples of the height function; 1 by default
---@field min? drover.point a corner of the sampled area; the bounds by default
---@field max? drover.point the other corner
---@field renamed_from? string|string[] what the surface was called before, oldest name first

---@class (exact) drover.surface_definition.plane
---@field point? drover.point a point on it; the origin by default
---@field normal? drover.point perpendicular to it; { 0, 0, 1 } by default

---@class (exact) drover.surface_definition.sphere
---@field center? drover.point the origin by default
---@field radius number m

---Declare a surface, for `world:surface(name)`.
---@param name string
---@param def drover.surface_definition
---@return drover.declared_surface
function definitions.surface(where, name, def)
  checks.name(where, "drover.surface", name)
  checks.type(where, "drover.surface " .. name, def, "table")
  checks.keys(where, "", def, {
    "plane", "sphere", "height", "low", "high", "channel", "resolution", "min", "max", "renamed_from",
  })
  local found = {}
  for _, shape in ipairs(SHAPES) do
    if def[shape] ~= nil then found[#found + 1] = shape end
  end
  if #found ~= 1 then checks.fail(where, "drover.surface " .. name, "one of plane, sphere or height expected") end
  for _, key in ipairs({ "resolution", "min", "max", "low", "high", "channel" }) do
    if found[1] ~= "height" and def[key] ~= nil then
      checks.fail(where, "drover.surface " .. name, key .. " belongs to a height")
    end
  end
  local record = found[1] == "plane" and check_plane(where, def.plane)
    or found[1] == "sphere" and check_sphere(where, def.sphere)
    or check_height(where, def)
  record.name, record.where = name, where
  record.renamed_from = checks.renamed_from(where, "renamed_from", def.renamed_from)
  return core.declare("surface", name, record)
end

--- Part of the world. How many coordinates it needs depends on the space, which is not known yet.
local function check_flow_bounds(where, bounds)
  if bounds == nil then return nil end
  checks.type(where, "bounds", bounds, "table")
  checks.keys(where, "bounds", bounds, { "min", "max" }, "{ min = { x, y }, max = { x, y } }")
  local record = {}
  for _, corner in ipairs({ "min", "max" }) do
    local x, y, z = core.point(bounds[corner])
    local path = "bounds." .. corner
    if not x then checks.refuse_point(where, path, bounds[corner], "{ x, y } in meters") end
    record[corner] = { checks.finite(where, path, x), checks.finite(where, path, y), checks.finite(where, path, z) }
  end
  for axis, name in ipairs({ "x", "y" }) do
    if record.min[axis] >= record.max[axis] then
      checks.fail(where, "bounds", "min must be below max along " .. name)
    end
  end
  return record
end

---@class (exact) drover.flow_definition
---@field resolution? number m, size of its cells; 1 by default
---@field bounds? drover.flow_definition.bounds those of the world by default
---@field field? fun(x: number, y: number, z: number, t: number): number, number, number? the velocity there, in m/s
---@field interval? number s, how often `field` is evaluated again; never by default
---@field renamed_from? string|string[] what the flow was called before, oldest name first

---@class (exact) drover.flow_definition.bounds
---@field min drover.point the corner with the lowest x, y and z
---@field max drover.point the corner with the highest

---Declare a flow field, for `world:flow(name)`.
---@param name string
---@param def drover.flow_definition
---@return drover.declared_flow
function definitions.flow(where, name, def)
  checks.name(where, "drover.flow", name)
  checks.type(where, "drover.flow " .. name, def, "table")
  checks.keys(where, "", def, { "resolution", "bounds", "field", "interval", "renamed_from" })
  if def.interval ~= nil and def.field == nil then
    checks.fail(where, "interval", "there is no field to evaluate again")
  end
  return core.declare("flow", name, {
    name = name,
    where = where,
    renamed_from = checks.renamed_from(where, "renamed_from", def.renamed_from),
    resolution = def.resolution == nil and 1 or checks.positive(where, "resolution", def.resolution),
    bounds = check_flow_bounds(where, def.bounds),
    field = checks.optional(where, "field", def.field, "function"),
    interval = def.interval == nil and 0 or checks.positive(where, "interval", def.interval),
  })
end

---@class (exact) drover.field_definition
---@field cell? number m, the maximum side of a cell; 1 by default
---@field evaporation? number 1/s, how fast amounts decay: after t seconds, the fraction e^(−evaporation · t) is left, so 0.1 halves them in 7 s; 0 by default
---@field diffusion? number m²/s, how fast amounts spread: about √(diffusion / evaporation) meters far; 0 by default
---@field max? number the most that a cell can hold, and 2³⁰ times the least; 1 by default
---@field color? drover.color of full cells, in a heat map that is clear at 0; orange by default
---@field renamed_from? string|string[] what the field was called before, oldest name first

---Declare a field: amounts on the ground that agents leave and sense, such as a scent. `world:field(name)` finds it.
---It covers the bounds of the world and is empty at first.
---@param name string
---@param def drover.field_definition
---@return drover.declared_field
function definitions.field(where, name, def)
  checks.name(where, "drover.field", name)
  checks.type(where, "drover.field " .. name, def, "table")
  checks.keys(where, "", def, { "cell", "evaporation", "diffusion", "max", "color", "renamed_from" })
  return core.declare("field", name, {
    name = name,
    where = where,
    renamed_from = checks.renamed_from(where, "renamed_from", def.renamed_from),
    cell = def.cell == nil and 1 or checks.positive(where, "cell", def.cell),
    evaporation = def.evaporation == nil and 0 or checks.between(where, "evaporation", def.evaporation, 0, 1000),
    diffusion = def.diffusion == nil and 0 or checks.between(where, "diffusion", def.diffusion, 0, 1000000),
    max = def.max == nil and 1 or checks.positive(where, "max", def.max),
    color = checks.color(where, "color", def.color or "orange"),
  })
end

---What a terrain is for the agents of one kind.
---@class (exact) drover.terrain_definition.kind
---@field weight? number instead of the terrain's
---@field speed? number instead of the terrain's

--- What a terrain is for some kinds, as a list in the order of their names.
local function check_terrain_kinds(where, kinds, weight, speed)
  local record = {}
  for key, def in pairs(checks.table(where, "kinds", kinds)) do
    local path = "kinds." .. checks.type(where, "kinds", key, "string")
    checks.type(where, path, def, "table")
    checks.keys(where, path, def, { "weight", "speed" })
    record[#record + 1] = {
      kind = key,
      weight = def.weight == nil and weight or checks.between(where, path .. ".weight", def.weight, 0, 1000000),
      speed = def.speed == nil and speed or checks.between(where, path .. ".speed", def.speed, 0, 100),
    }
  end
  return record
end

---@class (exact) drover.terrain_definition
---@field weight? number 0 to 1e6, stress of a step on it, see stress.terrain; 0 by default
---@field speed? number 0 to 100: desired speeds on it are multiplied by this; 1 by default
---@field kinds? table<string, drover.terrain_definition.kind> what it is for some kinds, by name: `{ duck = { weight = 0, speed = 1.2 } }`
---@field field? drover.field_name a field that scales the terrain: where it is half full, the weight counts half, and a speed of 0.5 becomes 0.75
---@field color? drover.color the color of its regions in the window
---@field renamed_from? string|string[] what the terrain was called before, oldest name first

---Declare a type of terrain, for `world:terrain(name)` and `world:region { terrain = name }`.
---@param name string
---@param def drover.terrain_definition
---@return drover.declared_terrain
function definitions.terrain(where, name, def)
  checks.name(where, "drover.terrain", name)
  checks.type(where, "drover.terrain " .. name, def, "table")
  checks.keys(where, "", def, { "weight", "speed", "kinds", "field", "color", "renamed_from" })
  local weight = def.weight == nil and 0 or checks.between(where, "weight", def.weight, 0, 1000000)
  local speed = def.speed == nil and 1 or checks.between(where, "speed", def.speed, 0, 100)
  return core.declare("terrain", name, {
    name = name,
    where = where,
    renamed_from = checks.renamed_from(where, "renamed_from", def.renamed_from),
    weight = weight,
    speed = speed,
    kinds = check_terrain_kinds(where, def.kinds, weight, speed),
    field = checks.optional(where, "field", def.field, "string"),
    color = checks.color(where, "color", def.color),
  })
end

return definitions
