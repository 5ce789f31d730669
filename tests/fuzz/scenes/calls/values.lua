-- Values of all types that calls take, from the bytes of an input.
local drover = require "drover"
local bytes = require "input"
local vec = drover.vec
local map = drover.image("map.png")
local plan = drover.data("plan.wkt")
local values = { made = { steering = {}, guard = {}, stress = {} } }

local at = 0

local function byte()
  at = at + 1
  return bytes:byte(at) or 0
end

local function pick(list) return list[byte() % math.max(#list, 1) + 1] end

-- Values by type

local numbers = {
  0, 1, -1, 0.5, 2, 3, 7.25, 10, 64, 1e-3, 1e-30, 1e3, 1e6, 1e10, 1e30, 1e39, 1e308, -1e308, 2^31, 2^53, -2^63,
  math.maxinteger, math.mininteger, math.huge, -math.huge, 0 / 0, -0.0, 5e-324, math.pi, -100, 255, 256,
}
local small = { 0, 1, 2, 3, 5, -1, 1.5, 0 / 0, math.huge, -2^63 }
local names = {
  "a", "b", "none", "going", "resting", "threat", "place", "away", "weight", "rock", "herd", "way", "area", "air",
  "group.leader", "group.quarry", "scent", "rope", "pack", "mud", "wind", "ground", "pace", "mist", "alarm", "memory",
  "x", "", "\0", "red", "#12345678", ("x"):rep(300), "group.", ".", "__index", "odd",
}
-- Things that were made, gone ones too; and what kinds are made of.
local held = { agent = {}, group = {}, obstacle = {}, path = {}, flow = {}, region = {}, surface = {},
  field = {} }
local made = values.made
local value

local function number() return pick(numbers) end

local function point()
  local way = byte() % 5
  if way == 0 then return { number(), number() } end
  if way == 1 then return { x = number(), y = number(), z = number() } end
  if way == 2 then return vec(byte() - 128, byte() - 128) end
  return { byte() - 128, byte() - 128, byte() % 20 }
end

local function points()
  local list = {}
  for i = 1, byte() % 9 do list[i] = point() end
  return list
end

local types
types = {
  number = number,
  small = function() return pick(small) end,
  near = function() return byte() - 128 end,
  boolean = function() return byte() % 2 == 0 end,
  name = function() return pick(names) end,
  text = function() return bytes:sub(byte(), byte()) end,
  point = point,
  points = points,
  kind = function() return pick { "a", "b", "c", { "a", "b" }, { "a", "none" }, "none" } end,
  state = function() return pick { "going", "resting", "none" } end,
  event = function() return pick { "alarm", "call", "" } end,
  agent = function() return pick(held.agent) end,
  group = function() return pick(held.group) end,
  obstacle = function() return pick(held.obstacle) end,
  path = function() return pick(held.path) end,
  flow = function() return pick(held.flow) end,
  region = function() return pick(held.region) end,
  surface = function() return pick(held.surface) end,
  steering = function() return pick(made.steering) end,
  guard = function() return pick(made.guard) end,
  world = function() return values.world end,
  place = function() return pick { types.agent, types.point, types.near, types.obstacle }() end,
  who = function() return pick { types.agent, types.kind, types.obstacle }() end,
  list = function()
    local list = {}
    for i = 1, byte() % 4 do list[i] = value() end
    return list
  end,
  memory = function()
    local memory, inner = {}, {}
    for _ = 1, byte() % 5 do memory[pick(names)] = value() end
    memory[1], inner[1], memory.inner = inner, memory, inner
    return memory
  end,
  shape = function()
    local way = byte() % 6
    if way == 0 then return { sphere = { x = types.near(), y = types.near(), radius = number() } } end
    if way == 1 then
      local x, y = types.near(), types.near()
      return { box = { x = x, y = y, w = number(), d = number(), h = number(), heading = number() } }
    end
    if way == 2 then return { polygon = points(), color = types.name() } end
    if way == 3 then return { wall = { from = point(), to = point() }, blocks = { sight = types.boolean() } } end
    if way == 4 then return { cylinder = { x = number(), y = types.near(), radius = number(), height = number() } } end
    return { sphere = { x = types.near(), y = types.near(), radius = byte() % 8 }, blocks = value() }
  end,
  birth = function()
    return pick {
      { x = types.near(), y = types.near() }, { x = number(), y = number(), heading = number() },
      { group = types.group(), state = types.state() }, { speed = number(), weight = number() },
      { threat = types.agent(), place = value(), memory = value() },
    }
  end,
  line = function()
    return { points = points(), radius = number(), closed = types.boolean(), spline = types.boolean() }
  end,
  ground = function() return { shape = types.shape(), speed = number(), terrain = types.name() } end,
  plan = function()
    return { clearance = number(), resolution = pick { 0.25, 1, 5, 0, -1, 1e-9, 1e9, 0 / 0 }, known = types.list() }
  end,
  course = function()
    return {
      clearance = number(), resolution = pick { 0.5, 1, 5, 0, 1e-9, 1e9, 0 / 0 }, density = number(),
      terrain = types.boolean(), kind = types.kind(),
    }
  end,
  emission = function()
    return { at = value(), radius = number(), about = types.agent(), among = types.group() }
  end,
  style = function()
    return pick { {}, { color = types.name(), width = number() }, { fill = true, size = number() } }
  end,
  field = function() return pick(held.field) end,
  image = function() return map end,
  geometry = function() return pick { plan, plan[1], plan[2], plan[3], plan[4], plan[5] } end,
  building = function()
    return pick {
      { as = "obstacle", walkable = types.boolean(), hollow = types.boolean() },
      { as = "region", speed = number(), terrain = types.name() },
      { as = "path", radius = number(), spline = types.boolean() },
    }
  end,
  painting = function() return { as = "terrain", colors = { white = types.name(), black = types.name() } } end,
  filling = function() return { amount = number(), channel = pick { "red", "alpha", "brightness", "a" } } end,
  none = function() return nil end,
  callback = function() return function(...) return ... end end,
}

local type_names = {}
for name in pairs(types) do type_names[#type_names + 1] = name end
table.sort(type_names)

-- Anything.
value = function() return types[pick(type_names)]() end

-- Of a type, seven times out of eight.
local function of(type)
  if byte() % 8 == 0 then return value() end
  return types[type]()
end

function values.over() return at >= #bytes end

values.byte, values.pick, values.number, values.value, values.of = byte, pick, number, value, of
values.types, values.held = types, held
return values
