-- Kinds: bodies, senses, looks, slots, memory and states of agents. Also groups, which have slots and memory, too.

local core, checks, looks, states, interruption = ...

local definitions = {}

local KIND_KEYS = {
  "model", "body", "sight", "hearing", "look", "slots", "memory", "initial", "states", "steer", "stress", "reflexes",
  "speed", "leaves", "step", "think", "on", "init", "blends", "migrate", "draw", "interrupts", "timers",
  "renamed_from",
}

local OLD_NAMES = { targets = "slots", monitors = "interrupts" }

local check_body = checks.gently(function(where, body)
  local names = { "locomotion" }
  for _, property in ipairs(core.properties) do
    if not property:find(".", 1, true) then names[#names + 1] = property end
  end
  checks.keys(where, "body", body, names)
  local record = {}
  for _, property in ipairs(core.properties) do
    local check = checks[core.property_checks[property]]
    record[property] = check(where, "body." .. property, body[property])
  end
  checks.optional(where, "body.locomotion", body.locomotion, "string")
  return record
end, checks.nothing)

local check_sight = checks.gently(function(where, sight, properties)
  checks.keys(where, "sight", sight, { "range", "angle", "occluded", "uncertainty", "drift" })
  properties["sight.range"] = checks.quantity(where, "sight.range", sight.range)
  properties["sight.angle"] = checks.quantity(where, "sight.angle", sight.angle)
  properties["sight.uncertainty"] = checks.quantity(where, "sight.uncertainty", sight.uncertainty)
  properties["sight.drift"] = checks.quantity(where, "sight.drift", sight.drift)
  return checks.optional(where, "sight.occluded", sight.occluded, "boolean") or false
end)

local function check_hearing(where, hearing, properties)
  checks.keys(where, "hearing", hearing, { "range" })
  properties["hearing.range"] = checks.quantity(where, "hearing.range", hearing.range)
end

--- The model's attributes and parameters become number slots after the declared ones.
local check_model = checks.gently(function(where, model, slots, declared, memory, reserved)
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
end, core.lost)

--- Reflexes are always active: a behavior or blend, whose vector is added, or stress behaviors.
local check_reflexes = checks.gently(function(where, value)
  local kind = core.type(value)
  if kind == "behavior" or kind == "blend" then return value, nil end
  if value ~= nil and kind ~= "stress behavior" and kind ~= "table" then
    checks.fail(where, "reflexes", "a behavior, a blend or a list of stress behaviors expected, got " .. kind)
  end
  if kind == "table" and (core.type(value[1]) == "behavior" or core.type(value[1]) == "blend") then
    checks.fail(where, "reflexes", "one behavior or blend expected, such as blend.sum { … }; a list is for stress")
  end
  return nil, checks.stress(where, "reflexes", value)
end)

local check_blends = checks.gently(function(where, blends)
  local record = {}
  for name, steer in pairs(blends) do
    checks.name(where, "blends", name)
    if steer == nil or not checks.steer(where, "blends." .. name, steer) then
      checks.fail(where, "blends." .. name, "a behavior or blend expected")
    end
    record[#record + 1] = { name = name, steer = steer }
  end
  return record
end, checks.nothing)

---The table that `drover.kind("name", { … })` takes. A kind can have `steer`, `speed`, `on`, and `step` itself. Without
---`states`, that is all it does; with them, `on` and `step` apply in every state, and `steer` and `speed` in states
---that have none.
---@class (exact) drover.kind_definition
---@field body? drover.body its mass and size, how fast it is, and how it moves
---@field sight? drover.sight how far and how wide it sees
---@field hearing? drover.hearing how far it hears
---@field look? drover.look its shape, color, and size on the screen
---@field slots? table<string, drover.slot_type> slots, by name, with the type of what they hold: `{ threat = "agent", goal = "point", pace = "number" }`. Behaviors, guards, and quantities refer to them by name; scripts use them as fields of the agent. All start out nil
---@field memory? table<string, any> data of each agent, with default values: `{ hunger = 0, name = drover.none }`. Only scripts read it; behaviors and guards cannot. Numbers, strings, booleans, agents, and plain tables, but no functions
---@field model? drover.declared_model made by `drover.model`; its attributes and parameters become number slots
---@field initial? drover.state_name the state that agents start in; required if there are several
---@field states? table<string, drover.state> the states, by name; an agent is always in exactly one
---@field steer? drover.steering what moves it, in states that have no `steer` and if there are no states
---@field stress? drover.stress_list what it minds about its next step or velocity; like `steer`
---@field reflexes? drover.steering|drover.stress_list always added, in every state: steering, or stress behaviors
---@field speed? drover.quantity m/s, the desired speed, in states that have none; max_speed by default
---@field leaves? table<drover.field_name, drover.quantity> what it leaves on the ground where it is, amount per second by field, in states that have none: `{ scent = 2 }`; at a speed v, about that · cell / v in each cell; a negative amount takes away
---@field step? fun(self: drover.self, dt: number): drover.state_name? runs every tick, or as often as `think` says, before the state's `step`; return the name of a state to switch
---@field think? integer run `step`, the kind's and those of states without a `think`, every k-th tick only; agents take turns by id, and `dt` is the time since the last one
---@field on? drover.guard_entry[] `{ guard, "state" }` or `{ guard, function }`, tested in order, before the state's; the first that holds wins
---@field init? fun(self: drover.self) runs once, when an agent is spawned, before `enter`; the place, group, slots, and memory given to `spawn` are already set
---@field blends? table<string, drover.steering> blends that `self:steer(name)` can switch to
---@field timers? table<string, fun(self: drover.self, data: any)> functions that `self:after(seconds, name, data)` calls later, by name
---@field interrupts? drover.guard_entry[] guards tested before all others; when one starts to hold, it interrupts any state, and "resume" goes back to that
---@field migrate? fun(self: drover.self, old_state: string): drover.state_name? runs after a save in which the agent's state is gone; return the state to go to
---@field draw? fun(self: drover.self, draw: drover.draw) runs for every agent and picture; cannot change anything
---@field renamed_from? string|string[] what the kind was called before, oldest name first: its agents live on when it is renamed

--- The record of a definition. `def` in it is the definition itself, for mods to extend.
function definitions.check_kind(where, name, def)
  local plain = def
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
    def = plain,
    renamed_from = checks.renamed_from(where, "renamed_from", def.renamed_from),
    properties = properties,
    locomotion = body.locomotion,
    occluded = check_sight(where, checks.table(where, "sight", def.sight), properties),
    look = looks.check(where, checks.table(where, "look", def.look)),
    slots = slots,
    memory = memory,
    model = check_model(where, def.model, slots, declared, memory, reserved),
    states = listed,
    initial = states.initial(where, def, listed),
    speed = checks.quantity(where, "speed", def.speed),
    leaves = checks.leaves(where, "leaves", def.leaves),
    steer = checks.steer(where, "steer", def.steer),
    stress = checks.stress(where, "stress", def.stress),
    reflexes = reflexes,
    reflex_stress = reflex_stress,
    step = checks.optional(where, "step", def.step, "function"),
    think = states.think(where, "think", def.think, def.step or states.has_step(listed)),
    init = checks.optional(where, "init", def.init, "function"),
    migrate = checks.optional(where, "migrate", def.migrate, "function"),
    draw = checks.optional(where, "draw", def.draw, "function"),
    timers = checks.timers(where, def.timers),
    on = states.on(where, "on", def.on),
    blends = check_blends(where, checks.table(where, "blends", def.blends)),
    numbers = {}, -- that the engine's scripts read; see schema/numbers.lua
    monitors = def.interrupts ~= nil and states.on(where, "interrupts", def.interrupts) or nil,
  }
  looks.check_map(where, record.look.map, memory)
  states.add_composed(where, listed, record, declared)
  if record.monitors then interruption.add(where, record, declared) end
  return record
end

---Declare a kind of agents.
---@param name string
---@param def drover.kind_definition
---@return drover.declared_kind
function definitions.kind(where, name, def)
  checks.name(where, "drover.kind", name)
  checks.type(where, "drover.kind " .. name, def, "table")
  return core.declare("kind", name, definitions.check_kind(where, name, def))
end

---@class (exact) drover.group_definition
---@field elect? fun(group: drover.group): drover.agent? called when the group has no leader; returns the new one
---@field slots? table<string, drover.slot_type> slots of each group, as those of a kind
---@field memory? table<string, any> data of each group with its defaults
---@field renamed_from? string|string[] what the group was called before, oldest name first

---Declare a kind of group, for `world:new_group(name)`.
---@param name string
---@param def drover.group_definition
---@return drover.declared_group
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
