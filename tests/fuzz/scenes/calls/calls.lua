-- Calls of everything that scripts can call, read from the bytes of an input: what is called, on what, and with which
-- arguments. A call may raise; nothing else must come of it.
local catalogue = require "catalogue"
local values = require "values"
local byte, pick, of, held = values.byte, values.pick, values.of, values.held
local value = values.value
local calls = {}

-- By the type of what is called: the method, and the types of its arguments

local methods = {
  world = {
    { "spawn", "kind", "birth" }, { "scatter", "kind", "small", "birth" }, { "remove", "agent" }, { "agents", "kind" },
    { "count", "kind", "list" }, { "nearest", "kind", "near", "near", "number", "number" }, { "obstacle", "shape" },
    { "nearest", "kind", "point", "number" }, { "path", "line" }, { "plan", "place", "place", "plan" },
    { "flow", "name" }, { "flow_to", "place", "course" }, { "flow_to", "region", "course" }, { "region", "ground" },
    { "group", "name" }, { "surface", "name" }, { "terrain", "name" },
    { "terrain_at", "place", "near", "near" }, { "emit", "event", "emission" }, { "random", "number", "number" },
    { "random", "small" }, { "random_point", "region" }, { "key_down", "name" }, { "finish", "text" },
    { "field", "name" }, { "links", "name" }, { "build", "geometry", "building" },
    { "build", "image", "painting" },
  },
  agent = {
    { "apply", "steering", "number" }, { "steer", "name" }, { "become", "state" }, { "distance", "place" },
    { "turn_into", "kind", "birth" }, { "turn_into", "kind" },
    { "bearing", "place" }, { "offset", "near", "near", "near" }, { "to_local", "place" }, { "to_world", "point" },
    { "sees", "who" }, { "in_sight", "place" }, { "discover", "list" }, { "supposed", "name" },
    { "seen", "kind", "number" }, { "neighbors", "kind", "number" }, { "count", "kind", "number" },
    { "nearest", "kind", "number" }, { "heard", "event" }, { "emit", "event", "number", "agent" },
    { "steering", "steering" }, { "random" }, { "halt" }, { "turn_in_place", "number", "number", "name" },
    { "link", "name", "agent" }, { "unlink", "name", "agent" }, { "linked", "name", "agent" }, { "links", "name" },
    { "remove" }, { "set", "name", "near", "near", "near", "number" }, { "set", "name", "agent" }, { "get", "name" },
  },
  group = { { "members" }, { "elect" } },
  obstacle = { { "remove" } },
  path = {
    { "point", "number" }, { "project", "place", "near", "near" }, { "blocked", "number", "list", "number" },
    { "remove" },
  },
  flow = {
    { "at", "place", "near", "near" }, { "set", "point", "point" }, { "set", "near", "near", "number", "number" },
    { "paint", "near", "near", "number", "number", "number", "number" },
    { "paint", "point", "number", "point", "number" }, { "remove" },
  },
  region = { { "contains", "place", "near", "near" }, { "remove" } },
  surface = { { "nearest", "place", "near", "near" } },
  field = {
    { "add", "near", "near", "number", "number" }, { "add", "point", "near" }, { "set", "near", "near", "number" },
    { "at", "place", "near", "near" }, { "gradient", "near", "near" }, { "fill", "number" },
    { "fill", "image", "filling" }, { "total", "region" }, { "highest", "region" },
  },
  image = { { "at", "number", "small" } },
  geometry = { { "contains", "place", "near" }, { "contains", "near", "near" }, { "points", "small" }, { "parts" } },
}

local fields = {
  world = { "visibility", "memory", "settings", "bounds", "tick", "time", "seed", "mouse", "draw" },
  agent = {
    "x", "y", "z", "vx", "vy", "vz", "heading", "color", "label", "group", "id", "kind", "state", "alive", "speed",
    "position", "velocity", "forward", "posture", "world", "threat", "place", "away", "weight", "rock", "herd", "way",
    "area", "air", "pose", "memory", "data", "number",
  },
  group = { "leader", "kind", "world", "quarry", "order" },
  obstacle = { "x", "y", "z", "heading", "radius", "alive", "blocks_sight", "blocks_movement", "blocks_planning" },
  path = { "length", "radius", "closed", "alive" },
  flow = { "name", "alive" },
  region = { "x", "y", "z", "speed", "terrain", "alive" },
  surface = { "name", "alive" },
  field = { "name", "max", "alive" },
  image = { "width", "height" },
  geometry = { "type", "bounds", "area", "length", "holes" },
}
for _, property in ipairs(catalogue.properties) do fields.agent[#fields.agent + 1] = property[1]:gsub("%.", "_") end

local places = { "world", "agent", "agent", "agent", "group", "obstacle", "path", "flow", "region", "surface",
  "field", "image", "geometry" }
local strokes = {
  { "line", "near", "near", "number", "number", "style" }, { "arrow", "near", "near", "number", "number", "style" },
  { "circle", "near", "near", "number", "style" }, { "arc", "near", "near", "number", "number", "number", "style" },
  { "polygon", "points", "style" }, { "text", "text", "near", "near", "style" },
}

function calls.hold(result, type)
  local list = held[type]
  if list and result ~= nil then list[#list + 1] = result end
end

local function arguments(call)
  local list = {}
  for i = 2, #call do list[i - 1] = of(call[i]) end
  local count = #call - 1 - byte() % 4 // 3 + byte() % 8 // 7
  return list, count
end

-- What `world` makes is held by the name of the method that made it.
local makes = { spawn = "agent", obstacle = "obstacle", path = "path", plan = "path", flow = "flow", flow_to = "flow",
  region = "region", group = "group", surface = "surface", terrain = "region",
  field = "field" }

local function call_method(place)
  local call = pick(methods[place])
  -- Removing is as good as the end of what can be done.
  if call[1] == "remove" and byte() % 8 > 0 then return end
  local self = of(place)
  local list, count = arguments(call)
  local result = self[call[1]](self, table.unpack(list, 1, count))
  if place == "world" then calls.hold(result, makes[call[1]]) end
  if type(result) == "function" then
    for _ = 1, 3 do
      if result() == nil then break end
    end
  end
end

local function assign(place)
  local self, field = of(place), pick(fields[place])
  local new = of(pick { "number", "near", "agent", "point", "memory", "name" })
  self[field] = byte() % 4 > 0 and new or nil
  return self[field]
end

function calls.draw(draw)
  local call = pick(strokes)
  local list, count = arguments(call)
  draw[call[1]](table.unpack(list, 1, count))
end

local function operate()
  local a, b = value(), value()
  local way = byte() % 8
  if way == 0 then return a + b end
  if way == 1 then return a * b end
  if way == 2 then return a == b, tostring(a) end
  if way == 3 then return #a end
  if way == 4 then return a[b] end
  if way == 5 then a[b] = b end
  if way == 6 then return next(a, b) end
  pairs(a)(a)
end

local function act()
  local way, place = byte() % 8, pick(places)
  if held[place] and #held[place] == 0 then place = "agent" end
  if way < 4 then return call_method(place) end
  if way < 6 then return assign(place) end
  if way == 6 then return operate() end
  return calls.draw(values.world.draw)
end

-- Some of the calls that are left: fewer where this is called often.
function calls.run(most)
  for _ = 1, most do
    if values.over() then return end
    pcall(act)
  end
end

return calls
