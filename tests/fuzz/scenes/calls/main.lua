-- Kinds are made of the bytes of an input, from all that the catalogue has; then calls are made, of the rest of the
-- bytes, wherever a script gets to run.
local drover = require "drover"
local arguments = require "arguments"
local catalogue = require "catalogue"
local calls = require "calls"
local values = require "values"
local steer, blend, when, stress = drover.steer, drover.blend, drover.when, drover.stress
local byte, pick, value, number = values.byte, values.pick, values.value, values.number
local types, held, made = values.types, values.held, values.made
local run, hold = calls.run, calls.hold

-- Half of the inputs define kinds that are right; in the others anything stands here and there, and most are refused.
local is_wild = byte() % 2 == 1

-- By type the name of the slot of that type.
local slots = {
  agent = "threat", point = "place", vector = "away", number = "weight", obstacle = "rock", group = "herd",
  path = "way", region = "area", flow = "air", pose = "pose", surface = "ground",
}

local function within(parameter)
  local min, max = parameter.min, math.min(parameter.max, parameter.min + pick { 1, 5, 1e9 })
  return pick { min, max, min + (max - min) * byte() / 255 }
end

local arguments_of = {
  number = function(parameter)
    if byte() % 8 == 0 then return pick { "weight", drover.setting "pace" } end
    return within(parameter)
  end,
  boolean = function() return pick { true, false, drover.setting "mist" } end,
  target = function()
    return pick { "threat", "place", "rock", "pose", "way", "area", drover.mouse, { byte(), byte() } }
  end,
  vector = function() return pick { "away", { byte(), byte() } } end,
  agent = function() return pick { "threat", "group.leader" } end,
  slot = function(parameter) return slots[parameter.unit] end,
  path = function(parameter) return slots[parameter.unit] or "threat" end,
  kind = function() return pick { "a", "b", "c", { "a", "b" } } end,
  who = function() return pick { "a", "b", "threat" } end,
  state = function() return pick { "going", "resting" } end,
  steering = function() return types.steering() end,
  event = function() return pick { "alarm", "call" } end,
  setting = function() return "pace" end,
  field = function() return "scent" end,
  literal = function() return 1 end,
  callback = function()
    return function(self)
      held.agent[#held.agent % 8 + 1] = self
      run(2)
      return value(), number()
    end
  end,
}

local function argument(parameter)
  if is_wild and byte() % 16 == 0 then return value() end
  return arguments_of[parameter[2]](parameter)
end

local function give(parameter)
  if parameter.required or byte() % 3 == 0 then return argument(parameter) end
end

local function build(room, entries, list)
  list[#list + 1] = arguments.call(room, pick(entries), give)
end

local function compose()
  local name = pick { "sum", "weighted", "priority", "choice", "truncated", "none" }
  local parts = {}
  for i = 1, byte() % 4 + 1 do
    parts[i] = byte() % 2 == 0 and types.steering() or { types.steering(), byte() / 16 }
  end
  made.steering[#made.steering + 1] = blend[name](parts)
end

local function combine()
  local a, b, way = types.guard(), types.guard(), byte() % 3
  made.guard[#made.guard + 1] = way == 0 and a & b or way == 1 and a | b or ~a
end

made.steering[1], made.guard[1] = steer.wander {}, when.chance(0.5)
for _ = 1, 6 do pcall(build, steer, catalogue.steer, made.steering) end
for _ = 1, 4 do pcall(build, when, catalogue.when, made.guard) end
for _ = 1, 3 do pcall(build, stress, catalogue.stress, made.stress) end
for _ = 1, 3 do pcall(compose) end
for _ = 1, 2 do pcall(combine) end

local declared = {}
for type, slot in pairs(slots) do declared[slot] = type end
local memory = { data = {}, number = 0, memory = drover.none }

local function wild_number() return is_wild and byte() % 16 == 0 and number() end

local function entries()
  local list = {}
  for i = 1, byte() % 3 do
    list[i] = pick {
      { types.guard(), "going" }, { types.guard(), "resting" }, types.guard(),
      { types.guard(), function() run(3) return pick { "going", "resting", nil } end },
    }
  end
  return list
end

local function body()
  local def = { locomotion = pick(catalogue.locomotion) }
  for _ = 1, byte() % 4 do
    local property = pick(catalogue.properties)
    if not property[1]:find(".", 1, true) then def[property[1]] = argument(property) end
  end
  return def
end

local function define(name)
  local legs = byte() % 4 == 0
  return {
    slots = declared, memory = memory, body = legs and { locomotion = "legged" } or body(),
    sight = { range = wild_number() or byte(), angle = byte() / 64, occluded = types.boolean() },
    initial = "going", blends = { odd = types.steering() }, on = entries(),
    init = function() run(1) end,
    states = {
      going = {
        steer = not legs and types.steering() or nil, stress = legs and { pick(made.stress) } or nil,
        speed = wild_number() or byte() / 8, on = entries(), enter = function() run(2) end,
        step = function(self)
          hold(self, "agent")
          run(2)
          return byte() % 32 == 0 and pick { "resting", "resting", "none", 3 } or nil
        end,
      },
      resting = { enter = function() run(1) end, leave = function() run(1) end, think = byte() % 4 + 1,
        on = { { when.after(0.05), "going" } }, step = function() run(1) end },
    },
    draw = name == "a" and function(_, draw) pcall(calls.draw, draw) end or nil,
  }
end

-- Kinds that are refused are made plainly.
local kinds = {}
for _, name in ipairs { "a", "b", "c" } do
  local defined, def = pcall(define, name)
  local worked, kind
  if defined then worked, kind = pcall(drover.kind, name, def) end
  kinds[#kinds + 1] = worked and kind or drover.kind(name .. (worked == false and "2" or ""), { slots = declared,
    memory = memory, steer = steer.wander {}, step = function() run(2) end })
end

drover.group("pack", { slots = { quarry = "agent" }, memory = { order = {} }, elect = function(group)
  run(1)
  return group:members()()
end })
drover.surface("ground", { plane = { point = { 0, 0, 0 }, normal = { byte() % 3, 0, 1 } } })
drover.flow("wind", { resolution = 10, field = function(x, y) return x / 20, y / 20 end })
drover.terrain("mud", { weight = byte(), speed = byte() / 64 })
drover.link("rope", { directed = byte() % 2 == 0,
  spring = { length = byte() / 8, stiffness = byte() * byte(), damping = byte() } })
drover.field("scent", { cell = 10, max = 1 + byte(), evaporation = byte() / 64, diffusion = byte() })

return drover.scenario {
  title = "Calls", seed = byte(), space = byte() % 3 == 0 and "volume" or "plane", kinds = kinds,
  bounds = { min = { -50, -50, 0 }, max = { 50, 50, 20 }, edge = pick { "open", "contain", "wrap" } },
  settings = { drover.slider("pace", 1, { min = 0, max = 9 }), drover.toggle("mist", false) },
  monitors = { one = function() run(1) return number() end },
  setup = function(w)
    values.world = w
    for _, kind in ipairs(kinds) do
      for i = 1, 3 do hold(w:spawn(kind, { x = 4 * i, y = byte() - 128 }), "agent") end
    end
    hold(w:new_group("pack"), "group")
    hold(w:obstacle { sphere = { x = 9, y = 9, radius = 2 } }, "obstacle")
    hold(w:path { points = { { 0, 0 }, { 20, 5 }, { 30, 30 } } }, "path")
    hold(w:flow("wind"), "flow")
    hold(w:region { shape = { sphere = { x = -9, y = 0, radius = 5 } } }, "region")
    pcall(function() hold(w:surface("ground"), "surface") end)
    run(8)
  end,
  update = function() run(4) end,
  setting = function() run(2) end,
  mousepressed = function(_, _, _, _, agent)
    hold(agent, "agent")
    run(2)
  end,
  mousemoved = function() run(1) end,
  wheelmoved = function() run(1) end,
  keypressed = function() run(1) end,
  keyreleased = function() run(1) end,
  draw = function(_, draw)
    for _ = 1, 4 do pcall(calls.draw, draw) end
    run(1)
  end,
}
