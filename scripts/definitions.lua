-- What scripts declare: kinds with their states, groups, flows, terrain, settings, scenarios. Each definition is
-- checked while its module loads and turned into a plain record, which the binding reads without
-- further questions. Values and names that need the whole program (kinds, slots, states of others)
-- are checked when it is put together.

local core = ...

local definitions = {}
local interruption -- what scripts/monitors.lua gives

local function fail(where, path, message)
  error(where .. ": " .. path .. ": " .. message, 0)
end

local function set_of(names)
  local set = {}
  for _, name in ipairs(names) do set[name] = true end
  return set
end

local function suggestion(name, names)
  local nearest = core.nearest(name, names)
  return nearest and " (" .. nearest .. "?)" or ""
end

local function join(path, key)
  return path == "" and key or path .. "." .. key
end

local function check_type(where, path, value, expected)
  if core.type(value) ~= expected then
    fail(where, path, "a " .. expected .. " expected, got " .. core.type(value))
  end
  return value
end

local function check_table(where, path, value)
  if value == nil then return {} end
  return check_type(where, path, value, "table")
end

--- Refuse keys that are not in the list.
local function check_keys(where, path, value, names)
  local known = set_of(names)
  for key in pairs(value) do
    if not known[key] then
      local name = tostring(key)
      fail(where, join(path, name), "unknown key" .. suggestion(name, names))
    end
  end
end

local function optional(where, path, value, expected)
  if value ~= nil then check_type(where, path, value, expected) end
  return value
end

--- A number, a number slot's name or a setting; ranges are checked when it is bound.
local function check_quantity(where, path, value)
  local kind = core.type(value)
  if value ~= nil and kind ~= "number" and kind ~= "string" and kind ~= "setting" then
    fail(where, path, "a number, a number slot's name or a drover.setting expected, got " .. kind)
  end
  return value
end

--- True, false or a setting.
local function check_switch(where, path, value)
  local kind = core.type(value)
  if value ~= nil and kind ~= "boolean" and kind ~= "setting" then
    fail(where, path, "true, false or a drover.setting expected, got " .. kind)
  end
  return value
end

local function check_finite(where, path, value)
  check_type(where, path, value, "number")
  if value ~= value or value == math.huge or value == -math.huge then
    -- The sign of what is no number differs between processors.
    fail(where, path, "a finite number expected, got " .. (value ~= value and "nan" or value))
  end
  return value
end

local function check_steer(where, path, value)
  local kind = core.type(value)
  if value ~= nil and kind ~= "behavior" and kind ~= "blend" then
    fail(where, path, "a behavior or blend expected, got " .. kind)
  end
  return value
end

local function check_stress_part(where, path, part)
  if core.type(part) == "stress behavior" then return { behavior = part } end
  if core.type(part) ~= "table" or core.type(part[1]) ~= "stress behavior" then
    local given = core.type(core.type(part) == "table" and part[1] or part)
    fail(where, path, "a stress behavior or { behavior, weight, power } expected, got " .. given)
  end
  check_keys(where, path, part, { 1, 2, 3 })
  return {
    behavior = part[1],
    weight = check_quantity(where, path .. "[2]", part[2]),
    power = check_quantity(where, path .. "[3]", part[3]),
  }
end

--- Stress behaviors with their weights and powers; one may stand without a list.
local function check_stress(where, path, value)
  if value == nil then return nil end
  if core.type(value) == "stress behavior" then value = { value } end
  check_type(where, path, value, "table")
  local record = {}
  for index, part in pairs(value) do
    if index ~= #record + 1 then fail(where, path, "a list expected, found the key " .. tostring(index)) end
    record[index] = check_stress_part(where, path .. "[" .. index .. "]", part)
  end
  if #record > core.most_stresses then
    fail(where, path, "more than " .. core.most_stresses .. " stress behaviors")
  end
  return record
end

--- What is always on: a behavior or blend, whose vector is added, or stress behaviors.
local function check_reflexes(where, value)
  local kind = core.type(value)
  if kind == "behavior" or kind == "blend" then return value, nil end
  if value ~= nil and kind ~= "stress behavior" and kind ~= "table" then
    fail(where, "reflexes", "a behavior, a blend or a list of stress behaviors expected, got " .. kind)
  end
  return nil, check_stress(where, "reflexes", value)
end

local function check_name(where, what, name)
  if type(name) ~= "string" or not name:match("^[%a_][%w_]*$") then
    local given = type(name) == "string" and "'" .. name .. "'" or core.type(name)
    error(where .. ": " .. what .. ": a name of letters, digits and _ expected, got " .. given, 0)
  end
  return name
end

-- Models of agents

--- Degrees and what they recommend are checked when a kind has the model.
local function check_attributes(where, attributes)
  local record = {}
  for name, default in pairs(attributes) do
    check_name(where, "attributes", name)
    record[#record + 1] = { name = name, default = check_finite(where, "attributes." .. name, default) }
  end
  return record
end

local function check_model_parameter(where, name, parameter)
  local path = "parameters." .. name
  check_table(where, path, parameter)
  check_keys(where, path, parameter, { "min", "max", "default" })
  local record = { name = name, min = 0, max = 1 }
  if parameter.min ~= nil then record.min = check_finite(where, path .. ".min", parameter.min) end
  if parameter.max ~= nil then record.max = check_finite(where, path .. ".max", parameter.max) end
  record.default = (record.min + record.max) / 2
  if parameter.default ~= nil then
    record.default = check_finite(where, path .. ".default", parameter.default)
  end
  return record
end

local function check_effect(where, path, effect)
  check_type(where, path, effect, "table")
  check_keys(where, path, effect, { 1, 2, "range", "inverse", "dominant" })
  local record = {
    attribute = check_type(where, path .. "[1]", effect[1], "string"),
    parameter = check_type(where, path .. "[2]", effect[2], "string"),
    inverse = optional(where, path .. ".inverse", effect.inverse, "boolean") or false,
    dominant = optional(where, path .. ".dominant", effect.dominant, "boolean") or false,
    low = 0,
    high = 1,
  }
  if effect.range ~= nil then
    check_type(where, path .. ".range", effect.range, "table")
    check_keys(where, path .. ".range", effect.range, { 1, 2 })
    record.low = check_finite(where, path .. ".range[1]", effect.range[1])
    record.high = check_finite(where, path .. ".range[2]", effect.range[2])
  end
  return record
end

--- What effects name and nothing is said of goes from 0 to 1.
local function check_model_parameters(where, parameters, effects)
  local record, known = {}, {}
  for name, parameter in pairs(parameters) do
    check_name(where, "parameters", name)
    known[name] = true
    record[#record + 1] = check_model_parameter(where, name, parameter)
  end
  for index, effect in ipairs(effects) do
    if not known[effect.parameter] then
      check_name(where, "effects[" .. index .. "][2]", effect.parameter)
      known[effect.parameter] = true
      record[#record + 1] = check_model_parameter(where, effect.parameter, {})
    end
  end
  return record
end

function definitions.model(where, def)
  check_type(where, "drover.model", def, "table")
  check_keys(where, "", def, { "attributes", "parameters", "effects" })
  local effects = {}
  for index, effect in pairs(check_table(where, "effects", def.effects)) do
    if index ~= #effects + 1 then fail(where, "effects", "a list expected, found the key " .. tostring(index)) end
    effects[index] = check_effect(where, "effects[" .. index .. "]", effect)
  end
  return core.mark("model", {
    where = where,
    attributes = check_attributes(where, check_table(where, "attributes", def.attributes)),
    parameters = check_model_parameters(where, check_table(where, "parameters", def.parameters), effects),
    effects = effects,
  })
end

-- Kinds

local KIND_KEYS = {
  "model", "body", "sight", "hearing", "look", "targets", "memory", "initial", "states", "steer", "stress", "reflexes",
  "speed", "step", "think", "on", "init", "blends", "migrate", "draw", "monitors",
}
local MOST_TICKS = 1000000 -- from a step to the next
local STATE_KEYS = { "speed", "steer", "stress", "enter", "leave", "step", "think", "on", "renamed_from" }

local function check_body(where, body)
  local names = { "locomotion" }
  for _, property in ipairs(core.properties) do
    if not property:find(".", 1, true) then names[#names + 1] = property end
  end
  check_keys(where, "body", body, names)
  local record = {}
  for _, property in ipairs(core.properties) do
    local check = core.switches[property] and check_switch or check_quantity
    record[property] = check(where, "body." .. property, body[property])
  end
  optional(where, "body.locomotion", body.locomotion, "string")
  return record
end

local function check_sight(where, sight, properties)
  check_keys(where, "sight", sight, { "range", "angle", "occluded", "uncertainty", "drift" })
  properties["sight.range"] = check_quantity(where, "sight.range", sight.range)
  properties["sight.angle"] = check_quantity(where, "sight.angle", sight.angle)
  properties["sight.uncertainty"] = check_quantity(where, "sight.uncertainty", sight.uncertainty)
  properties["sight.drift"] = check_quantity(where, "sight.drift", sight.drift)
  return optional(where, "sight.occluded", sight.occluded, "boolean") or false
end

--- The name of a color as a number, or nil.
local function check_color(where, path, name)
  if name == nil then return nil end
  check_type(where, path, name, "string")
  local color, nearest = core.color(name)
  if not color then fail(where, path, "no color '" .. name .. "'" .. (nearest and " (" .. nearest .. "?)" or "")) end
  return color
end

local function check_hearing(where, hearing, properties)
  check_keys(where, "hearing", hearing, { "range" })
  properties["hearing.range"] = check_quantity(where, "hearing.range", hearing.range)
end

local function check_look(where, look)
  check_keys(where, "look", look, { "shape", "color", "size" })
  local record = { size = 0 }
  if look.shape ~= nil then
    check_type(where, "look.shape", look.shape, "string")
    record.shape = core.shape(look.shape)
    if not record.shape then
      fail(where, "look.shape", "no shape '" .. look.shape .. "'" .. suggestion(look.shape, core.shapes))
    end
  end
  record.color = check_color(where, "look.color", look.color)
  if look.size ~= nil then
    record.size = check_finite(where, "look.size", look.size)
    if record.size <= 0 then fail(where, "look.size", record.size .. " is not above 0 m") end
  end
  return record
end

local function check_targets(where, targets, reserved)
  local slots = {}
  for name, slot_type in pairs(targets) do
    local path = "targets." .. tostring(name)
    check_name(where, "targets", name)
    if reserved[name] then fail(where, path, "the name is a field or method already") end
    check_type(where, path, slot_type, "string")
    if not set_of(core.slot_types)[slot_type] then
      fail(where, path, "no type '" .. slot_type .. "'" .. suggestion(slot_type, core.slot_types))
    end
    slots[#slots + 1] = { name = name, type = slot_type }
  end
  return slots
end

local function check_memory(where, memory, targets, reserved)
  local record = {}
  for name, default in pairs(memory) do
    local path = "memory." .. tostring(name)
    check_name(where, "memory", name)
    if reserved[name] then fail(where, path, "the name is a field or method already") end
    if targets[name] ~= nil then fail(where, path, "the name is a target already") end
    if core.type(default) ~= "none" then core.check_data(default, where .. ": " .. path) end
    record[name] = default
  end
  return record
end

--- Its attributes and parameters are number slots behind the targets.
local function check_model(where, model, slots, targets, memory, reserved)
  if model == nil then return nil end
  local record = core.marked("model", model)
  if not record then fail(where, "model", "a drover.model expected, got " .. core.type(model)) end
  for _, names in ipairs({ record.attributes, record.parameters }) do
    for _, entry in ipairs(names) do
      local clash = reserved[entry.name] and "a field or method" or targets[entry.name] ~= nil and "a target"
        or memory[entry.name] ~= nil and "a memory"
      if clash then fail(where, "model", "'" .. entry.name .. "' is the name of " .. clash .. " already") end
      slots[#slots + 1] = { name = entry.name, type = "number" }
    end
  end
  return record
end

local function check_guard_entry(where, path, entry)
  if core.type(entry) == "guard" then return { guard = entry } end
  if core.type(entry) ~= "table" or core.type(entry[1]) ~= "guard" then
    fail(where, path, 'a guard or { guard, "state" or function } expected, got ' .. core.type(entry))
  end
  check_keys(where, path, entry, { 1, 2 })
  local action = entry[2]
  local kind = core.type(action)
  if action ~= nil and kind ~= "string" and kind ~= "function" then
    fail(where, path .. "[2]", "a state's name or a function expected, got " .. kind)
  end
  return {
    guard = entry[1],
    state = kind == "string" and action or nil,
    choose = kind == "function" and action or nil,
  }
end

local function check_on(where, path, entries)
  entries = check_table(where, path, entries)
  local record = {}
  for index, entry in pairs(entries) do
    if index ~= #record + 1 then fail(where, path, "a list expected, found the key " .. tostring(index)) end
    record[index] = check_guard_entry(where, path .. "[" .. index .. "]", entry)
  end
  return record
end

--- Every how many ticks a step runs; 0 when nothing is said.
local function check_think(where, path, think, has_step)
  if think == nil then return 0 end
  check_type(where, path, think, "number")
  local whole = think == think and math.tointeger(think)
  if not whole or whole < 1 or whole > MOST_TICKS then
    local given = think ~= think and "nan" or think
    fail(where, path, "a whole number of ticks from 1 to " .. MOST_TICKS .. " expected, got " .. given)
  end
  if not has_step then fail(where, path, "there is no step") end
  return whole
end

local function check_state(where, name, state)
  local path = "states." .. name
  check_type(where, path, state, "table")
  check_keys(where, path, state, STATE_KEYS)
  return {
    adds = core.marked("composed", (getmetatable(state) or {}).adds),
    name = name,
    speed = check_quantity(where, path .. ".speed", state.speed),
    steer = check_steer(where, path .. ".steer", state.steer),
    stress = check_stress(where, path .. ".stress", state.stress),
    enter = optional(where, path .. ".enter", state.enter, "function"),
    leave = optional(where, path .. ".leave", state.leave, "function"),
    step = optional(where, path .. ".step", state.step, "function"),
    think = check_think(where, path .. ".think", state.think, state.step),
    on = check_on(where, path .. ".on", state.on),
    renamed_from = optional(where, path .. ".renamed_from", state.renamed_from, "string"),
  }
end

local function check_states(where, states)
  local record = {}
  for name, state in pairs(states) do
    check_name(where, "states", name)
    record[#record + 1] = check_state(where, name, state)
  end
  return record
end

--- Slots that states made of parts steer by.
local function add_slots(where, path, slots, record, targets, known)
  for name, slot_type in pairs(slots) do
    if targets[name] ~= nil or record.memory[name] ~= nil then
      fail(where, path, "uses the slot '" .. name .. "', which is the name of a target or memory already")
    end
    if not known[name] then record.slots[#record.slots + 1] = { name = name, type = slot_type } end
    known[name] = true
  end
end

--- What states made of parts add to their kind: a memory, slots, blends; and they name states.
local function add_composed(where, states, record, targets)
  local known, known_slots, names = {}, {}, {}
  for index, state in ipairs(states) do names[index] = state.name end
  for _, state in ipairs(states) do
    local path, adds = "states." .. state.name, state.adds or { blends = {}, targets = {}, slots = {} }
    local name = adds.memory
    if name and (targets[name] ~= nil or (record.memory[name] ~= nil and not known[name])) then
      fail(where, path, "remembers in '" .. name .. "', which is the name of a target or memory already")
    end
    if name then
      known[name] = true
      record.memory[name] = {}
    end
    add_slots(where, path, adds.slots, record, targets, known_slots)
    for number, blend in pairs(adds.blends) do
      record.blends[#record.blends + 1] = { name = state.name .. "/" .. number, steer = blend }
    end
    for key, target in pairs(adds.targets) do
      if not set_of(names)[target] and not (record.monitors and target == interruption.RESUME) then
        fail(where, path .. "." .. key, "no state '" .. target .. "'" .. suggestion(target, names))
      end
    end
  end
end

local function has_step(states)
  for _, state in ipairs(states) do
    if state.step then return true end
  end
  return false
end

local function check_blends(where, blends)
  local record = {}
  for name, steer in pairs(blends) do
    check_name(where, "blends", name)
    if steer == nil or not check_steer(where, "blends." .. name, steer) then
      fail(where, "blends." .. name, "a behavior or blend expected")
    end
    record[#record + 1] = { name = name, steer = steer }
  end
  return record
end

local function check_initial(where, def, states)
  if def.initial == nil then
    if #states > 1 then fail(where, "initial", "name the state that agents begin in") end
    return states[1] and states[1].name
  end
  check_type(where, "initial", def.initial, "string")
  local names = {}
  for index, state in ipairs(states) do names[index] = state.name end
  if not set_of(names)[def.initial] then
    fail(where, "initial", "no state '" .. def.initial .. "'" .. suggestion(def.initial, names))
  end
  return def.initial
end

function definitions.kind(where, name, def)
  check_name(where, "drover.kind", name)
  check_type(where, "drover.kind " .. name, def, "table")
  check_keys(where, "", def, KIND_KEYS)
  local reserved = set_of(core.agent_names)
  local targets = check_table(where, "targets", def.targets)
  local body = check_table(where, "body", def.body)
  local properties = check_body(where, body)
  check_hearing(where, check_table(where, "hearing", def.hearing), properties)
  local states = check_states(where, check_table(where, "states", def.states))
  local slots = check_targets(where, targets, reserved)
  local memory = check_memory(where, check_table(where, "memory", def.memory), targets, reserved)
  local reflexes, reflex_stress = check_reflexes(where, def.reflexes)
  local record = {
    name = name,
    where = where,
    properties = properties,
    locomotion = body.locomotion,
    occluded = check_sight(where, check_table(where, "sight", def.sight), properties),
    look = check_look(where, check_table(where, "look", def.look)),
    slots = slots,
    memory = memory,
    model = check_model(where, def.model, slots, targets, memory, reserved),
    states = states,
    initial = check_initial(where, def, states),
    speed = check_quantity(where, "speed", def.speed),
    steer = check_steer(where, "steer", def.steer),
    stress = check_stress(where, "stress", def.stress),
    reflexes = reflexes,
    reflex_stress = reflex_stress,
    step = optional(where, "step", def.step, "function"),
    think = check_think(where, "think", def.think, def.step or has_step(states)),
    init = optional(where, "init", def.init, "function"),
    migrate = optional(where, "migrate", def.migrate, "function"),
    draw = optional(where, "draw", def.draw, "function"),
    on = check_on(where, "on", def.on),
    blends = check_blends(where, check_table(where, "blends", def.blends)),
    monitors = def.monitors ~= nil and check_on(where, "monitors", def.monitors) or nil,
  }
  add_composed(where, states, record, targets)
  if record.monitors then interruption.add(where, record, targets) end
  return core.declare("kind", name, record)
end

-- Groups

function definitions.group(where, name, def)
  check_name(where, "drover.group", name)
  check_type(where, "drover.group " .. name, def, "table")
  check_keys(where, "", def, { "elect", "targets", "memory" })
  local reserved = set_of(core.group_names)
  local targets = check_table(where, "targets", def.targets)
  return core.declare("group", name, {
    name = name,
    where = where,
    slots = check_targets(where, targets, reserved),
    memory = check_memory(where, check_table(where, "memory", def.memory), targets, reserved),
    elect = optional(where, "elect", def.elect, "function"),
  })
end

-- Surfaces

local SHAPES = { "plane", "sphere", "height" }

local function check_point(where, path, value)
  local x, y, z = core.point(value)
  if not x then fail(where, path, "a point { x, y, z } in metres expected, got " .. core.type(value)) end
  return { check_finite(where, path, x), check_finite(where, path, y), check_finite(where, path, z) }
end

local function check_plane(where, plane)
  check_type(where, "plane", plane, "table")
  check_keys(where, "plane", plane, { "point", "normal" })
  return {
    shape = "plane",
    point = plane.point == nil and { 0, 0, 0 } or check_point(where, "plane.point", plane.point),
    normal = plane.normal == nil and { 0, 0, 1 } or check_point(where, "plane.normal", plane.normal),
  }
end

local function check_sphere(where, sphere)
  check_type(where, "sphere", sphere, "table")
  check_keys(where, "sphere", sphere, { "center", "radius" })
  return {
    shape = "sphere",
    point = sphere.center == nil and { 0, 0, 0 } or check_point(where, "sphere.center", sphere.center),
    radius = check_finite(where, "sphere.radius", sphere.radius),
  }
end

local function check_height(where, def)
  check_type(where, "height", def.height, "function")
  local record = { shape = "height", height = def.height, resolution = 1 }
  if def.resolution ~= nil then record.resolution = check_finite(where, "resolution", def.resolution) end
  if record.resolution <= 0 then fail(where, "resolution", record.resolution .. " is not above 0 m") end
  if (def.min == nil) ~= (def.max == nil) then fail(where, "min", "give min and max, or neither") end
  if def.min ~= nil then
    record.min = check_point(where, "min", def.min)
    record.max = check_point(where, "max", def.max)
  end
  return record
end

-- Flows

local function check_positive(where, path, value)
  check_finite(where, path, value)
  if value <= 0 then fail(where, path, "a number above 0 expected, got " .. value) end
  return value
end

--- A part of the world; how deep it must be depends on a space that is not known yet.
local function check_flow_bounds(where, bounds)
  if bounds == nil then return nil end
  check_type(where, "bounds", bounds, "table")
  check_keys(where, "bounds", bounds, { "min", "max" })
  local record = {}
  for _, corner in ipairs({ "min", "max" }) do
    local x, y, z = core.point(bounds[corner])
    local path = "bounds." .. corner
    if not x then fail(where, path, "{ x, y } in metres expected") end
    record[corner] = { check_finite(where, path, x), check_finite(where, path, y), check_finite(where, path, z) }
  end
  for axis, name in ipairs({ "x", "y" }) do
    if record.min[axis] >= record.max[axis] then fail(where, "bounds", "min must be below max along " .. name) end
  end
  return record
end

function definitions.surface(where, name, def)
  check_name(where, "drover.surface", name)
  check_type(where, "drover.surface " .. name, def, "table")
  check_keys(where, "", def, { "plane", "sphere", "height", "resolution", "min", "max" })
  local found = {}
  for _, shape in ipairs(SHAPES) do
    if def[shape] ~= nil then found[#found + 1] = shape end
  end
  if #found ~= 1 then fail(where, "drover.surface " .. name, "one of plane, sphere or height expected") end
  if found[1] ~= "height" and (def.resolution ~= nil or def.min ~= nil or def.max ~= nil) then
    fail(where, "drover.surface " .. name, "resolution, min and max belong to a height")
  end
  local record = found[1] == "plane" and check_plane(where, def.plane)
    or found[1] == "sphere" and check_sphere(where, def.sphere)
    or check_height(where, def)
  record.name, record.where = name, where
  return core.declare("surface", name, record)
end

function definitions.flow(where, name, def)
  check_name(where, "drover.flow", name)
  check_type(where, "drover.flow " .. name, def, "table")
  check_keys(where, "", def, { "resolution", "bounds", "field", "interval" })
  if def.interval ~= nil and def.field == nil then
    fail(where, "interval", "there is no field to ask again")
  end
  return core.declare("flow", name, {
    name = name,
    where = where,
    resolution = def.resolution == nil and 1 or check_positive(where, "resolution", def.resolution),
    bounds = check_flow_bounds(where, def.bounds),
    field = optional(where, "field", def.field, "function"),
    interval = def.interval == nil and 0 or check_positive(where, "interval", def.interval),
  })
end

-- Terrain

local function check_between(where, path, value, low, high)
  check_finite(where, path, value)
  if value < low or value > high then fail(where, path, value .. " is not in " .. low .. " to " .. high) end
  return value
end

function definitions.terrain(where, name, def)
  check_name(where, "drover.terrain", name)
  check_type(where, "drover.terrain " .. name, def, "table")
  check_keys(where, "", def, { "weight", "speed", "color" })
  return core.declare("terrain", name, {
    name = name,
    where = where,
    weight = def.weight == nil and 0 or check_between(where, "weight", def.weight, 0, 1000000),
    speed = def.speed == nil and 1 or check_between(where, "speed", def.speed, 0, 100),
    color = check_color(where, "color", def.color),
  })
end

-- Settings

local function setting_record(where, what, name, options, keys)
  check_name(where, "drover." .. what, name)
  options = check_table(where, "drover." .. what, options)
  check_keys(where, name, options, keys)
  return {
    kind = what,
    name = name,
    where = where,
    restart = optional(where, name .. ".restart", options.restart, "boolean") or false,
    title = optional(where, name .. ".title", options.title, "string"),
  }
end

function definitions.slider(where, name, default, options)
  local record = setting_record(where, "slider", name, options, { "min", "max", "step", "restart", "title" })
  options = options or {}
  record.default = check_finite(where, name, default)
  record.min = options.min == nil and math.min(0, default) or check_finite(where, name .. ".min", options.min)
  record.max = options.max == nil and math.max(1, default * 2) or check_finite(where, name .. ".max", options.max)
  record.step = options.step == nil and 0 or check_finite(where, name .. ".step", options.step)
  if record.min >= record.max then fail(where, name, "min must be below max") end
  if default < record.min or default > record.max then
    fail(where, name, "the default " .. default .. " is not in " .. record.min .. " to " .. record.max)
  end
  return core.mark("setting declaration", record)
end

function definitions.toggle(where, name, default, options)
  local record = setting_record(where, "toggle", name, options, { "restart", "title" })
  record.default = check_type(where, name, default, "boolean") and 1 or 0
  return core.mark("setting declaration", record)
end

function definitions.choice(where, name, default, options)
  local listed, named = {}, {}
  for key, value in pairs(check_table(where, "drover.choice", options)) do
    if type(key) == "number" then listed[#listed + 1] = value else named[key] = value end
  end
  local record = setting_record(where, "choice", name, named, { "restart", "title" })
  if #listed == 0 then fail(where, name, 'a list of options expected: { "one", "two" }') end
  for index, option in ipairs(listed) do
    check_type(where, name .. "[" .. index .. "]", option, "string")
    if option == default then record.default = index - 1 end
  end
  if not record.default then
    fail(where, name, "no option '" .. tostring(default) .. "'" .. suggestion(tostring(default), listed))
  end
  record.options = listed
  return core.mark("setting declaration", record)
end

-- Scenarios

local SCENARIO_KEYS = {
  "title", "tick_rate", "seed", "space", "kinds", "bounds", "settings", "monitors", "setup", "setting",
  "update", "on_reload", "draw", "tools",
  "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "keypressed", "keyreleased",
}
local INPUT_CALLBACKS = { "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "keypressed", "keyreleased" }

local function check_corner(where, path, value, space, default_z)
  local x, y, z = core.point(value)
  if not x then fail(where, path, "{ x, y } in metres expected") end
  return { check_finite(where, path, x), check_finite(where, path, y), space == "volume" and z or default_z }
end

local function check_bounds(where, bounds, space)
  if bounds == nil then return nil end
  check_type(where, "bounds", bounds, "table")
  check_keys(where, "bounds", bounds, { "min", "max", "edge" })
  local edges = { "open", "contain", "wrap" }
  local edge = bounds.edge or "open"
  check_type(where, "bounds.edge", edge, "string")
  if not set_of(edges)[edge] then
    fail(where, "bounds.edge", "no edge '" .. edge .. "'" .. suggestion(edge, edges))
  end
  local low = check_corner(where, "bounds.min", bounds.min, space, -1)
  local high = check_corner(where, "bounds.max", bounds.max, space, 1)
  for axis, name in ipairs({ "x", "y", "z" }) do
    if low[axis] >= high[axis] then fail(where, "bounds", "min must be below max along " .. name) end
  end
  return { min = low, max = high, edge = edge }
end

local function check_space(where, space)
  space = optional(where, "space", space, "string") or "plane"
  if space ~= "plane" and space ~= "volume" then
    fail(where, "space", "no space '" .. space .. "'" .. suggestion(space, { "plane", "volume" }))
  end
  return space
end

local function check_kinds(where, kinds)
  local names, seen = {}, {}
  for index, kind in ipairs(check_table(where, "kinds", kinds)) do
    local name = core.kind_name(kind)
    if not name then
      fail(where, "kinds[" .. index .. "]", "a kind or its name expected, got " .. core.type(kind))
    end
    if seen[name] then fail(where, "kinds[" .. index .. "]", "kind '" .. name .. "' is listed twice") end
    seen[name] = true
    names[index] = name
  end
  if #names == 0 then fail(where, "kinds", "at least one kind expected") end
  return names
end

local function check_settings(where, settings)
  local record, seen = {}, {}
  for index, setting in ipairs(check_table(where, "settings", settings)) do
    local path = "settings[" .. index .. "]"
    local declaration = core.marked("setting declaration", setting)
    if not declaration then
      fail(where, path, "a drover.slider, toggle or choice expected, got " .. core.type(setting))
    end
    if seen[declaration.name] then fail(where, path, "setting '" .. declaration.name .. "' is declared twice") end
    seen[declaration.name] = true
    record[index] = declaration
  end
  return record
end

local function check_monitors(where, monitors)
  local record = {}
  for name, monitor in pairs(check_table(where, "monitors", monitors)) do
    check_name(where, "monitors", name)
    check_type(where, "monitors." .. name, monitor, "function")
    record[#record + 1] = { name = name, monitor = monitor }
  end
  return record
end

-- Keys that choose a tool: a letter, digit or sign that the window has no use for, or one of these.
local WINDOW_KEYS = set_of({
  "f", "h", "r", "t", "[", "]", ".", "+", "-", "=", "1", "2", "3", "4", "5", "6", "7", "8", "9",
})
local NAMED_KEYS = {
  "tab", "return", "backspace", "insert", "delete",
  "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12",
}
local TOOL_CALLBACKS = { "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "draw" }

local function check_tool_key(where, path, key)
  if key == nil then return "" end
  check_type(where, path, key, "string")
  if WINDOW_KEYS[key] then fail(where, path, "the window has a use for '" .. key .. "' already") end
  if set_of(NAMED_KEYS)[key] then return key end
  if not key:match("^%g$") then fail(where, path, "no key '" .. key .. "'" .. suggestion(key, NAMED_KEYS)) end
  if key:match("%u") then fail(where, path, "no key '" .. key .. "' (" .. key:lower() .. "?)") end
  return key
end

local function check_tool(where, name, tool, taken)
  local path = "tools." .. name
  check_type(where, path, tool, "table")
  check_keys(where, path, tool, { "title", "key", table.unpack(TOOL_CALLBACKS) })
  local record = {
    name = name,
    title = optional(where, path .. ".title", tool.title, "string") or name,
    key = check_tool_key(where, path .. ".key", tool.key),
  }
  if taken[record.key] then
    fail(where, path .. ".key", "'" .. record.key .. "' is the key of " .. taken[record.key] .. " already")
  end
  if record.key ~= "" then taken[record.key] = path end
  for _, callback in ipairs(TOOL_CALLBACKS) do
    record[callback] = optional(where, path .. "." .. callback, tool[callback], "function")
  end
  return record
end

local function check_tools(where, tools)
  local record, taken = {}, {}
  for name, tool in pairs(check_table(where, "tools", tools)) do
    check_name(where, "tools", name)
    record[#record + 1] = check_tool(where, name, tool, taken)
  end
  return record
end

local function check_seed(where, seed)
  if seed == nil then return 1 end
  local whole = math.tointeger(check_type(where, "seed", seed, "number"))
  if not whole or whole < 0 then fail(where, "seed", "a whole number of 0 or more expected, got " .. seed) end
  return whole
end

local function check_tick_rate(where, rate)
  if rate == nil then return 60 end
  check_finite(where, "tick_rate", rate)
  if rate < 1 or rate > 1000 then fail(where, "tick_rate", rate .. " is not in 1 to 1000 ticks a second") end
  return rate
end

function definitions.scenario(where, def)
  check_type(where, "drover.scenario", def, "table")
  check_keys(where, "", def, SCENARIO_KEYS)
  local space = check_space(where, def.space)
  local record = {
    where = where,
    title = optional(where, "title", def.title, "string") or "",
    tick_rate = check_tick_rate(where, def.tick_rate),
    seed = check_seed(where, def.seed),
    space = space,
    kinds = check_kinds(where, def.kinds),
    bounds = check_bounds(where, def.bounds, space),
    settings = check_settings(where, def.settings),
    monitors = check_monitors(where, def.monitors),
    setup = optional(where, "setup", def.setup, "function"),
    setting = optional(where, "setting", def.setting, "function"),
    update = optional(where, "update", def.update, "function"),
    on_reload = optional(where, "on_reload", def.on_reload, "function"),
    draw = optional(where, "draw", def.draw, "function"),
    tools = check_tools(where, def.tools),
  }
  for _, name in ipairs(INPUT_CALLBACKS) do
    record[name] = optional(where, name, def[name], "function")
  end
  return core.mark("scenario", record)
end

-- What the scripts of states made of parts check by.
definitions.checks = {
  fail = fail,
  type = check_type,
  keys = check_keys,
  name = check_name,
  finite = check_finite,
  steer = check_steer,
  optional = optional,
  suggestion = suggestion,
}

interruption = core.script("monitors")(core, definitions.checks)

return definitions
