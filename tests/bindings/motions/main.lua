-- One entry of the catalogue at work: several kinds of each body use it, each with its own parameters, between walls,
-- ways, winds, and each other. What is drawn depends on the names of the entry and of its parameters only, so a new
-- entry, parameter, or property leaves the motions of all others as they are; see test_motions.c.
local drover = require "drover"
local catalogue = require "catalogue"
local arguments = require "arguments"
local subject = require "subject" -- { room = "steer", name = "seek", space = "plane", refusals = 0, x = 0, y = 0 }
local steer, blend, when, stress = drover.steer, drover.blend, drover.when, drover.stress

local VARIANTS, OF_EACH = 3, 5
local is_volume = subject.space == "volume"
local X, Y = subject.x, subject.y -- where the world is: all motions are alike anywhere
local room = subject.room

-- From 0 to 1, by a key.
local function unit(key)
  local hash = 0x2545F4914F6CDD1D
  for i = 1, #key do hash = (hash ~ key:byte(i)) * 0x100000001B3 end
  for _ = 1, 2 do hash = (hash ~ (hash >> 31)) * 0x9E3779B97F4A7C15 end
  return (hash >> 11) / (1 << 53)
end

local function one_of(key, list) return list[1 + math.floor(unit(key) * #list)] end

-- About as large as people would write it: around the default, or else a few.
local function number(parameter, key)
  local low, high, roll = parameter.min, parameter.max, unit(key)
  local value = parameter.default ~= 0 and parameter.default < 1e30 and parameter.default * 4 ^ (roll - 0.5)
    or high - low <= 10 and low + (high - low) * roll
    or 8 * roll
  return math.max(low, math.min(high, value))
end

local slots = {
  agent = "who", point = "at", vector = "drive", number = "amount", group = "herd", obstacle = "rock",
  surface = "ground", path = "way", flow = "wind", region = "zone", pose = "berth",
}
local targets = { "who", "at", "berth", "rock", "zone", "group.goal", "way" }
local kinds = { "point_mass1", "legged2", "wheeled1", "flying1", { "point_mass2", "flying2" } }

local callbacks = {
  steer = function(self) return self.vx * 2 - self.vy, 3 * self.vx end,
  when = function(self) return self.x - X > self.y - Y end,
  stress = function(_, x, y, turn) return math.abs((x - X) - (y - Y) + turn) end,
}

local argument_of = {
  number = number,
  boolean = function(_, key) return unit(key) < 0.5 end,
  target = function(_, key) return one_of(key, targets) end,
  vector = function() return "drive" end,
  agent = function() return "who" end,
  slot = function(parameter) return slots[parameter.unit] end,
  path = function(parameter) return slots[parameter.unit] or "who" end,
  kind = function(_, key) return one_of(key, kinds) end,
  who = function(_, key) return unit(key) < 0.4 and "who" or one_of(key, kinds) end,
  state = function(_, key) return one_of(key, { "calm", "wild" }) end,
  steering = function() return steer.seek { target = "at" } end,
  event = function() return "noise" end,
  setting = function() return "level" end,
  field = function() return "scent" end,
  literal = function(parameter, key) return math.floor(number(parameter, key)) end,
  solidity = function(_, key) return one_of(key, { true, false, "agents" }) end,
  callback = function() return callbacks[room] end,
}

local function entry_named(name)
  for _, entry in ipairs(catalogue[room]) do
    if entry.name == name then return entry end
  end
end

-- Arguments that are fine one by one need not go together, and some entries need one of several: what is refused is
-- drawn again, alike for all variants.
local refusals = subject.refusals

local function is_given(name, variant)
  if refusals == 0 then return variant > 1 and unit(name .. variant .. "?") < 0.5 end
  return unit(name .. "?" .. refusals) < 0.4
end

-- The entry with the parameters of a variant; the first has the defaults.
local function drawn(variant, def)
  local entry = entry_named(subject.name)
  return arguments.call(drover[room], entry, function(parameter)
    local name = subject.name .. "." .. parameter[1]
    if parameter.required or is_given(name, variant) then
      return argument_of[parameter[2]](parameter, name .. variant)
    end
  end, def)
end

local function parts(variant)
  local weight = entry_named(subject.name).weight
  local list = {
    steer.obstacle_avoidance {}, steer.separation { radius = 3 }, steer.seek { target = "at" }, steer.wander {},
  }
  for i, behavior in ipairs(list) do
    local key = subject.name .. i .. variant
    list[i] = weight and unit(key .. "?") < 0.8 and { behavior, number(weight, key) } or behavior
  end
  return list
end

local usual = blend.weighted {
  { steer.seek { target = "at" }, 1 }, { steer.separation { radius = 2 }, 2 },
  { steer.path_following { path = "way" }, 1 }, { steer.wander {}, 1 },
}

local function states(variant)
  local calm, wild = { steer = usual, on = {} }, { steer = steer.seek { target = "who" }, on = {} }
  if room == "steer" then
    calm.steer = drawn(variant)
    wild.steer = blend.weighted { { drawn(variant), 1 }, { steer.separation { radius = 2 }, 1 } }
    calm.on[1] = { when.after(1.2), "wild" }
  elseif room == "blend" then
    calm.steer = drawn(variant, parts(variant))
  elseif room == "when" then
    calm.on[1], wild.on[1] = { drawn(variant), "wild" }, { ~drawn(variant), "calm" }
  elseif room == "stress" then
    calm.stress = { drawn(variant) }
  else
    calm.on[1], calm.on[2] = { when.sees "flying1", "wild" }, { when.hears "noise", "wild" }
    wild.on[1], wild.on[2] = { when.loses("who", 1), "calm" }, { when.after(1), "calm" }
    wild.stress = { stress.attract { target = "at" }, stress.avoid { target = "who" } }
  end
  return { calm = calm, wild = wild }
end

-- A property of a body, of sight, or of hearing.
local function set_property(def, locomotion, variant)
  for _, parameter in ipairs(catalogue.properties) do
    if parameter[1] == subject.name then
      local room_of, name = subject.name:match("^(%w+)%.([%w_]+)$")
      def[room_of or "body"][name or subject.name] =
        argument_of[parameter[2]](parameter, subject.name .. locomotion .. variant)
    end
  end
end

local function kind(locomotion, variant)
  local def = {
    body = { locomotion = locomotion, solid = variant ~= 2 and "agents" or true },
    slots = { who = "agent", at = "point", drive = "vector", amount = "number", herd = "group", rock = "obstacle",
      ground = "surface", surface = "surface", way = "path", wind = "flow", zone = "region", berth = "pose" },
    sight = { range = 15, angle = variant == 1 and 2 * math.pi or 4, occluded = variant == 3,
      uncertainty = variant == 2 and 0.3 or nil },
    hearing = { range = 12 },
    initial = "calm", states = states(variant),
  }
  if room == "properties" then set_property(def, locomotion, variant) end
  return drover.kind(locomotion .. variant, def)
end

local bodies = { "point_mass", "legged", "wheeled", "flying", is_volume and "surface" or nil }
local all = { drover.kind("post", { body = { locomotion = "fixed" } }) }
for _, locomotion in ipairs(bodies) do
  for variant = 1, VARIANTS do
    table.insert(all, kind(locomotion, variant))
  end
end

drover.group("herd", { slots = { goal = "point" }, elect = function(herd) return herd:members()() end })
drover.terrain("mud", { weight = 4, speed = 0.5 })
drover.field("scent", { cell = 2, max = 10, evaporation = 0.1, diffusion = 1 })
drover.link("rope", { spring = { length = 3, stiffness = 20, damping = 2 } })
drover.flow("breeze", { resolution = 2, field = function(x, y) return (y - Y) / 10, -(x - X) / 10 end })
if is_volume then
  drover.surface("ball", { sphere = { center = { X, Y, -12 }, radius = 12 } })
end

-- Multiples of 1/1024 m, which stay exact far from zero.
local function offset(world) return world:random(-18432, 18432) / 1024, world:random(-18432, 18432) / 1024 end

local function place(world)
  local x, y = offset(world)
  return X + x, Y + y
end

local function moved(points)
  for _, point in ipairs(points) do point[1], point[2] = X + point[1], Y + point[2] end
  return points
end

local function build(world)
  local things = {
    rock = world:obstacle { sphere = { x = X + 6, y = Y + 5, radius = 2 } },
    zone = world:region { shape = { box = { x = X - 8, y = Y - 7, w = 8, d = 10, h = 16 } }, terrain = "mud" },
    way = world:path { points = moved { { -15, -10 }, { 0, -6 }, { 12, -14 }, { 16, 8 }, { 2, 14 } }, radius = 1.5 },
    wind = world:flow "breeze",
    herd = world:new_group "herd",
    ground = is_volume and world:surface "ball" or nil,
  }
  things.surface = things.ground
  things.herd.goal = { X - 14, Y + 12 }
  world:obstacle { box = { x = X - 4, y = Y + 4, w = 4, d = 1, h = 9, heading = 0.3 } }
  world:obstacle { wall = { from = { X + 2, Y - 4 }, to = { X + 9, Y - 3 } } }
  world:obstacle { polygon = moved { { -9, -9 }, { -6, -10 }, { -7, -7 } } }
  for i = 1, 40 do
    local x, y = place(world)
    world:field("scent"):add(x, y, i / 8)
  end
  return things
end

-- Everybody has everything that a parameter may name.
local function furnish(world, things)
  local agents = {}
  for agent in world:agents() do agents[#agents + 1] = agent end
  for i, agent in ipairs(agents) do
    if agent.kind ~= "post" then
      for slot, thing in pairs(things) do agent[slot] = thing end
      local x, y = offset(world)
      agent.who, agent.at = agents[(i * 7) % #agents + 1], { X + x, Y + y }
      agent.drive, agent.amount = { y / 9, x / 9 }, 1 + i % 3
      agent.berth = { x = X + y, y = Y + x, heading = x / 6 }
      agent.group = i % 2 == 0 and things.herd or nil
      if i % 9 == 0 then agent:link("rope", agents[i - 1]) end
    end
  end
end

return drover.scenario {
  space = subject.space, seed = 7, tick_rate = 20,
  bounds = {
    min = { X - 20, Y - 20, is_volume and -8 or nil },
    max = { X + 20, Y + 20, is_volume and 8 or nil },
  },
  kinds = all,
  settings = { drover.slider("level", 5, { min = 0, max = 100 }) },
  setup = function(world)
    local things = build(world)
    for i = 1, 4 do
      local x, y = place(world)
      world:spawn("post", { x = x, y = y, heading = i })
    end
    for _, locomotion in ipairs(bodies) do
      for variant = 1, VARIANTS do
        for _ = 1, OF_EACH do
          local x, y = place(world)
          world:spawn(locomotion .. variant, { x = x, y = y, heading = world:random() * 6 })
        end
      end
    end
    furnish(world, things)
  end,
  update = function(world)
    if world.tick % 8 == 3 then
      local x, y = place(world)
      world:emit("noise", { at = { x, y }, radius = 10 })
    end
    if world.tick == 20 then world.settings.level = 60 end
  end,
}
