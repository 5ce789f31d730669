-- States of kinds: what steers in them, their steps, and the guards that end them.

local core, checks, interruption = ...

local states = {}

local MAX_TICKS = 1000000 -- from a step to the next
local STATE_KEYS = {
  "speed", "leaves", "steer", "stress", "enter", "leave", "step", "think", "on", "color", "renamed_from",
}

---A guard alone keeps its slots up to date. With a state's name, it switches to the state. With a function, the
---function decides.
---@alias drover.guard_entry drover.guard|drover.transition

---An entry of an `on` list: `{ guard, "state" }`, or `{ guard, function(self) … end }`.
---@class (exact) drover.transition
---@field [1] drover.guard what has to hold
---@field [2]? drover.state_name|fun(self: drover.self): drover.state_name? a state, or a function that names one; with nil the next guards are tested

---An entry of a kind's `states`: how an agent acts while it is in this state.
---@class (exact) drover.state
---@field speed? drover.quantity m/s, the desired speed in this state; the kind's by default, or else max_speed
---@field leaves? table<drover.field_name, drover.quantity> what it leaves in fields, amount per second: at a speed v, about that · cell / v in each cell; the kind's by default, and `{}` is nothing
---@field steer? drover.steering what moves it in this state; the kind's by default
---@field stress? drover.stress_list what it minds about its next step or velocity
---@field enter? fun(self: drover.self, from: drover.state_name?) runs when an agent enters; from is nil if it was spawned in this state, or turned into this kind; must return nothing
---@field leave? fun(self: drover.self, to: drover.state_name?) runs when it leaves, before the next state's `enter`; to is nil if it turns into another kind; must return nothing
---@field step? fun(self: drover.self, dt: number): drover.state_name? runs every tick, or as often as `think` says; return the name of a state to switch, nil to stay
---@field think? integer run `step` every k-th tick only; agents take turns by id, and `dt` is the time since the last one
---@field on? drover.guard_entry[] `{ guard, "state" }` or `{ guard, function }`, tested in order; the first that holds wins
---@field color? drover.color of the rim around its agents, and in the legend; one of the window's own by default. `self.color` in `enter` and `leave` colors their bodies
---@field renamed_from? string|string[] what the state was called before, oldest name first: agents keep their state when it is renamed

--- A hint for `not guard`, which Lua evaluates to false.
local function negation(given)
  return given == "boolean" and ": 'not' is written ~guard" or ""
end

local function check_guard_entry(where, path, entry)
  local given = core.type(entry)
  if given == "guard" then return { guard = entry } end
  if given ~= "table" or #entry == 0 then
    checks.fail(where, path, 'a guard or { guard, "state" or function } expected, got ' .. given .. negation(given))
  end
  given = core.type(entry[1])
  if given ~= "guard" then checks.fail(where, path .. "[1]", "a guard expected, got " .. given .. negation(given)) end
  checks.keys(where, path, entry, { 1, 2 }, '{ guard, "state" or function }')
  local action = entry[2]
  local kind = core.type(action)
  if action ~= nil and kind ~= "string" and kind ~= "function" then
    checks.fail(where, path .. "[2]", "a state's name or a function expected, got " .. kind)
  end
  return {
    guard = entry[1],
    state = kind == "string" and action or nil,
    choose = kind == "function" and action or nil,
  }
end

function states.on(where, path, entries)
  return checks.list(where, path, checks.table(where, path, entries), check_guard_entry)
end

--- A step runs every `think` ticks; 0 if it is not given.
function states.think(where, path, think, has_step)
  if think == nil then return 0 end
  checks.type(where, path, think, "number")
  local whole = think == think and math.tointeger(think)
  if not whole or whole < 1 or whole > MAX_TICKS then
    local given = think ~= think and "nan" or think
    checks.fail(where, path, "a whole number of ticks from 1 to " .. MAX_TICKS .. " expected, got " .. given)
  end
  if not has_step then checks.fail(where, path, "there is no step") end
  return whole
end

local check_state = checks.gently(function(where, name, state)
  local path = "states." .. name
  checks.type(where, path, state, "table")
  checks.keys(where, path, state, STATE_KEYS)
  return {
    adds = core.marked("composed", (getmetatable(state) or {}).adds),
    name = name,
    speed = checks.quantity(where, path .. ".speed", state.speed),
    leaves = checks.leaves(where, path .. ".leaves", state.leaves),
    steer = checks.steer(where, path .. ".steer", state.steer),
    stress = checks.stress(where, path .. ".stress", state.stress),
    enter = checks.optional(where, path .. ".enter", state.enter, "function"),
    leave = checks.optional(where, path .. ".leave", state.leave, "function"),
    step = checks.optional(where, path .. ".step", state.step, "function"),
    think = states.think(where, path .. ".think", state.think, state.step),
    on = states.on(where, path .. ".on", state.on),
    color = checks.color(where, path .. ".color", state.color),
    renamed_from = checks.renamed_from(where, path .. ".renamed_from", state.renamed_from),
  }
end, function() return {} end)

function states.check(where, given)
  local record, renamed = {}, {}
  for name, state in pairs(checks.table(where, "states", given)) do
    checks.name(where, "states", name)
    local checked = check_state(where, name, state)
    checked.name = name
    local path = "states." .. name
    for _, old in ipairs(checked.renamed_from or {}) do
      if renamed[old] then
        checks.fail(where, path .. ".renamed_from", "'" .. old .. "' became " .. renamed[old] .. " already")
      end
      renamed[old] = path
    end
    record[#record + 1] = checked
  end
  if given ~= nil and #record == 0 then
    checks.fail(where, "states", "at least one state expected; a kind without states does not have the key")
  end
  return record
end

--- Add the slots that states made of parts steer by.
local function add_slots(where, path, slots, record, declared, known)
  for name, slot_type in pairs(slots) do
    if declared[name] ~= nil or record.memory[name] ~= nil then
      checks.fail(where, path, "uses the slot '" .. name .. "', which is already the name of a slot or memory")
    end
    if not known[name] then record.slots[#record.slots + 1] = { name = name, type = slot_type } end
    known[name] = true
  end
end

--- Add to a kind what its states made of parts need: a memory, slots, blends. Also checks the states they name.
function states.add_composed(where, list, record, declared)
  local known, known_slots, names = {}, {}, {}
  for index, state in ipairs(list) do names[index] = state.name end
  for _, state in ipairs(list) do
    local path, adds = "states." .. state.name, state.adds or { blends = {}, targets = {}, slots = {}, numbers = {} }
    local name = adds.memory
    if name and (declared[name] ~= nil or (record.memory[name] ~= nil and not known[name])) then
      checks.fail(where, path, "remembers in '" .. name .. "', which is already the name of a slot or memory")
    end
    if name then
      known[name] = true
      record.memory[name] = {}
    end
    add_slots(where, path, adds.slots, record, declared, known_slots)
    table.move(adds.numbers, 1, #adds.numbers, #record.numbers + 1, record.numbers)
    for number, blend in pairs(adds.blends) do
      record.blends[#record.blends + 1] = { name = state.name .. "/" .. number, steer = blend }
    end
    for key, target in pairs(adds.targets) do
      if not checks.set_of(names)[target] and not (record.monitors and target == interruption.RESUME) then
        checks.fail(where, path .. "." .. key, "no state '" .. target .. "'" .. checks.suggestion(target, names))
      end
    end
  end
end

function states.has_step(list)
  for _, state in ipairs(list) do
    if state.step then return true end
  end
  return false
end

function states.initial(where, def, list)
  if def.initial == nil then
    if #list > 1 then checks.fail(where, "initial", "name the state that agents begin in") end
    return list[1] and list[1].name
  end
  checks.type(where, "initial", def.initial, "string")
  local names = {}
  for index, state in ipairs(list) do names[index] = state.name end
  if not checks.set_of(names)[def.initial] then
    checks.fail(where, "initial", "no state '" .. def.initial .. "'" .. checks.suggestion(def.initial, names))
  end
  return def.initial
end

return states
