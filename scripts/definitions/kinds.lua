-- Kinds: bodies, senses, looks, slots, memory and states of agents. Also groups, which have slots and memory, too.

local core, checks, states, interruption = ...

local definitions = {}

local KIND_KEYS = {
  "model", "body", "sight", "hearing", "look", "slots", "memory", "initial", "states", "steer", "stress", "reflexes",
  "speed", "step", "think", "on", "init", "blends", "migrate", "draw", "interrupts",
  "renamed_from",
}

local OLD_NAMES = { targets = "slots", monitors = "interrupts" }

local function check_body(where, body)
  local names = { "locomotion" }
  for _, property in ipairs(core.properties) do
    if not property:find(".", 1, true) then names[#names + 1] = property end
  end
  checks.keys(where, "body", body, names)
  local record = {}
  for _, property in ipairs(core.properties) do
    local check = core.switches[property] and checks.switch or checks.quantity
    record[property] = check(where, "body." .. property, body[property])
  end
  checks.optional(where, "body.locomotion", body.locomotion, "string")
  return record
end

local function check_sight(where, sight, properties)
  checks.keys(where, "sight", sight, { "range", "angle", "occluded", "uncertainty", "drift" })
  properties["sight.range"] = checks.quantity(where, "sight.range", sight.range)
  properties["sight.angle"] = checks.quantity(where, "sight.angle", sight.angle)
  properties["sight.uncertainty"] = checks.quantity(where, "sight.uncertainty", sight.uncertainty)
  properties["sight.drift"] = checks.quantity(where, "sight.drift", sight.drift)
  return checks.optional(where, "sight.occluded", sight.occluded, "boolean") or false
end

local function check_hearing(where, hearing, properties)
  checks.keys(where, "hearing", hearing, { "range" })
  properties["hearing.range"] = checks.quantity(where, "hearing.range", hearing.range)
end

local function check_look(where, look)
  checks.keys(where, "look", look, { "shape", "color", "size" })
  local record = { size = 0 }
  if look.shape ~= nil then
    checks.type(where, "look.shape", look.shape, "string")
    record.shape = core.shape(look.shape)
    if not record.shape then
      checks.fail(where, "look.shape", "no shape '" .. look.shape .. "'" .. checks.suggestion(look.shape, core.shapes))
    end
  end
  record.color = checks.color(where, "look.color", look.color)
  if look.size ~= nil then
    record.size = checks.finite(where, "look.size", look.size)
    if record.size <= 0 then checks.fail(where, "look.size", record.size .. " is not above 0 m") end
  end
  return record
end

--- The model's attributes and parameters become number slots after the declared ones.
local function check_model(where, model, slots, declared, memory, reserved)
  if model == nil then return nil end
  local record = core.marked("model", model)
  if not record then checks.fail(where, "model", "a drover.model expected, got " .. core.type(model)) end
  for _, names in ipairs({ record.attributes, record.parameters }) do
    for _, entry in ipairs(names) do
      local clash = reserved[entry.name] and "a field or method" or declared[entry.name] ~= nil and "a slot"
        or memory[entry.name] ~= nil and "a memory"
      if clash then checks.fail(where, "model", "'" .. entry.name .. "' is already the name of " .. clash) end
      slots[#slots + 1] = { name = entry.name, type = "number" }
    end
  end
  return record
end

--- Reflexes are always active: a behavior or blend, whose vector is added, or stress behaviors.
local function check_reflexes(where, value)
  local kind = core.type(value)
  if kind == "behavior" or kind == "blend" then return value, nil end
  if value ~= nil and kind ~= "stress behavior" and kind ~= "table" then
    checks.fail(where, "reflexes", "a behavior, a blend or a list of stress behaviors expected, got " .. kind)
  end
  if kind == "table" and (core.type(value[1]) == "behavior" or core.type(value[1]) == "blend") then
    checks.fail(where, "reflexes", "one behavior or blend expected, such as blend.sum { … }; a list is for stress")
  end
  return nil, checks.stress(where, "reflexes", value)
end

local function check_blends(where, blends)
  local record = {}
  for name, steer in pairs(blends) do
    checks.name(where, "blends", name)
    if steer == nil or not checks.steer(where, "blends." .. name, steer) then
      checks.fail(where, "blends." .. name, "a behavior or blend expected")
    end
    record[#record + 1] = { name = name, steer = steer }
  end
  return record
end

function definitions.kind(where, name, def)
  checks.name(where, "drover.kind", name)
  checks.type(where, "drover.kind " .. name, def, "table")
  def = checks.renamed(where, def, OLD_NAMES)
  checks.keys(where, "", def, KIND_KEYS)
  local reserved = checks.set_of(core.agent_names)
  local declared = checks.table(where, "slots", def.slots)
  local body = checks.table(where, "body", def.body)
  local properties = check_body(where, body)
  check_hearing(where, checks.table(where, "hearing", def.hearing), properties)
  local listed = states.check(where, def.states)
  local slots = checks.slots(where, declared, reserved)
  local memory = checks.memory(where, checks.table(where, "memory", def.memory), declared, reserved)
  local reflexes, reflex_stress = check_reflexes(where, def.reflexes)
  local record = {
    name = name,
    where = where,
    renamed_from = checks.renamed_from(where, "renamed_from", def.renamed_from),
    properties = properties,
    locomotion = body.locomotion,
    occluded = check_sight(where, checks.table(where, "sight", def.sight), properties),
    look = check_look(where, checks.table(where, "look", def.look)),
    slots = slots,
    memory = memory,
    model = check_model(where, def.model, slots, declared, memory, reserved),
    states = listed,
    initial = states.initial(where, def, listed),
    speed = checks.quantity(where, "speed", def.speed),
    steer = checks.steer(where, "steer", def.steer),
    stress = checks.stress(where, "stress", def.stress),
    reflexes = reflexes,
    reflex_stress = reflex_stress,
    step = checks.optional(where, "step", def.step, "function"),
    think = states.think(where, "think", def.think, def.step or states.has_step(listed)),
    init = checks.optional(where, "init", def.init, "function"),
    migrate = checks.optional(where, "migrate", def.migrate, "function"),
    draw = checks.optional(where, "draw", def.draw, "function"),
    on = states.on(where, "on", def.on),
    blends = check_blends(where, checks.table(where, "blends", def.blends)),
    monitors = def.interrupts ~= nil and states.on(where, "interrupts", def.interrupts) or nil,
  }
  states.add_composed(where, listed, record, declared)
  if record.monitors then interruption.add(where, record, declared) end
  return core.declare("kind", name, record)
end

function definitions.group(where, name, def)
  checks.name(where, "drover.group", name)
  checks.type(where, "drover.group " .. name, def, "table")
  def = checks.renamed(where, def, { targets = "slots" })
  checks.keys(where, "", def, { "elect", "slots", "memory", "renamed_from" })
  local reserved = checks.set_of(core.group_names)
  local declared = checks.table(where, "slots", def.slots)
  return core.declare("group", name, {
    name = name,
    where = where,
    renamed_from = checks.renamed_from(where, "renamed_from", def.renamed_from),
    slots = checks.slots(where, declared, reserved),
    memory = checks.memory(where, checks.table(where, "memory", def.memory), declared, reserved),
    elect = checks.optional(where, "elect", def.elect, "function"),
  })
end

return definitions
