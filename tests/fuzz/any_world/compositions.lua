-- Behaviors, blends, guards, and stress behaviors: everything in the catalogue, with parameters out of their whole
-- ranges.
local drover = require "drover"
local dice = require "dice"
local arguments = require "arguments"
local catalogue = require "catalogue"

-- By "steer.seek" how often its arguments were refused because they don't go together; see any_world.c.
local refused = require "refused"
local MOST_REFUSALS = 3

local function number(parameter, times)
  local roll = dice.unit()
  if roll < 0.05 and times < 2 then return "amount" end
  if roll < 0.1 and times < 2 then return drover.setting "level" end
  return dice.of_parameter(parameter)
end

-- By type the name of a slot of that type.
local slots = {
  agent = "who", point = "at", vector = "drive", number = "amount", group = "pack", obstacle = "rock",
  surface = "ground", path = "way", flow = "wind", region = "zone", pose = "berth",
}

local function one_kind() return dice.one_of("walker", "driver", "bird", "tree") end
local function kinds() return dice.happens(0.7) and one_kind() or { "driver", "bird" } end

-- What a callback of each room returns.
local callbacks = {
  steer = function(self) return self.vx * 2, math.sin(self.state_time), 1e30 end,
  when = function(self) return self.x > 0 end,
  stress = function(_, x, y, turn) return x - y + turn end,
}

local argument_of = {
  number = number,
  boolean = function() return dice.one_of(true, false, drover.setting "odd") end,
  target = function()
    return dice.one_of("who", "at", "berth", "rock", "zone", "way", "here", "group.quarry", drover.mouse)
  end,
  vector = function() return dice.one_of("drive", dice.point()) end,
  agent = function() return dice.one_of("who", "group.quarry") end,
  slot = function(parameter) return slots[parameter.unit] end,
  path = function(parameter) return slots[parameter.unit] or "who" end,
  kind = kinds,
  who = function() return dice.happens(0.2) and "who" or kinds() end,
  state = function() return dice.one_of("calm", "wild") end,
  steering = function() return drover.steer.seek { target = "at" } end,
  event = function() return dice.one_of("noise", "other") end,
  setting = function() return "level" end,
  field = function() return dice.one_of("scent", "ash") end,
  literal = function() return dice.whole(0, 100) end,
  callback = function(_, _, room) return callbacks[room] end,
}

-- The entries that can be drawn.
local rooms = {}
for _, room in ipairs { "steer", "blend", "when", "stress" } do
  rooms[room] = {}
  for _, entry in ipairs(catalogue[room]) do
    if (refused[room .. "." .. entry.name] or 0) < MOST_REFUSALS then table.insert(rooms[room], entry) end
  end
end

-- With fewer of the optional parameters, the more often such arguments were refused.
local function draw(room, entry, def)
  local name = room .. "." .. entry.name
  local times = refused[name] or 0
  local chance = times == 0 and 0.3 or times == 1 and 0.1 or 0
  print("draws " .. name)
  return arguments.call(drover[room], entry, function(parameter)
    if parameter.required or dice.happens(chance) then return argument_of[parameter[2]](parameter, times, room) end
  end, def)
end

local function one_of(room) return draw(room, rooms[room][dice.whole(1, #rooms[room])]) end

local function behavior() return one_of "steer" end

local function part(weight)
  local roll = weight and dice.unit() or 0
  if roll < 0.3 then return behavior() end
  return { behavior(), roll < 0.7 and dice.of_parameter(weight) or number(weight, 0) }
end

local function composition()
  local entry = rooms.blend[dice.whole(1, #rooms.blend + 2)]
  if not entry then return behavior() end
  return draw("blend", entry, { part(entry.weight), part(entry.weight), part(entry.weight) })
end

local function guard()
  local one = one_of "when"
  local roll = dice.unit()
  if roll < 0.15 then return one & one_of "when" end
  if roll < 0.3 then return one | one_of "when" end
  return roll < 0.4 and ~one or one
end

local function stresses()
  local list = {}
  for i = 1, dice.whole(0, 4) do list[i] = one_of "stress" end
  return list
end

return { behavior = behavior, composition = composition, guard = guard, stresses = stresses }
