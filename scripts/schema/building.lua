-- How schemas become states. Each is a record: its `type` says what runs it (schema/acts.lua), `steers` has its blends,
-- `parts` the schemas that it is made of, and `rows` what people see of it besides these. `family` and `owner` are the
-- function that made it.

local core, checks, composed = ...

local blend = core.blend
local numbers = core.script("numbers")(core, checks)
local senses = core.script("senses")(core, checks, numbers)
local turning = core.script("turning")(core, checks, senses)
local acts = core.script("acts")(core, checks, composed, senses, turning, numbers)
local running = core.script("running")(core, composed, senses, acts)
core.script("pursuing")(core, checks, composed, acts, running)
local adopting = core.script("adopting")()

local building = { numbers = numbers, senses = senses, running = running }

local SLOTS = { schema_place = "point", schema_path = "path" }
local AGAIN = 1 -- s until a schema that failed, with no state for that, tries again

-- The keys of every schema: those of a state apply to the whole, conditions to each part.
local OWN_KEYS = { "speed", "leaves", "stress", "enter", "leave", "think", "color", "renamed_from" }
local STATE_KEYS = { "on", "done", "failed", "interrupted", table.unpack(OWN_KEYS) }
local CONDITIONS = { "precondition", "interrupt", "terminate" }

-- From records to states

--- Copy a schema and its parts, numbered so that each finds its blends. Collects in `made` what the state is made of.
local function numbered(record, made, reflexes)
  local copy = { keys = {}, signals = {} }
  for key, value in pairs(record) do copy[key] = value end
  copy.number = made.count + 1
  made.count = copy.number + #(record.rows or {})
  table.move(record.numbers, 1, #record.numbers, #made.numbers + 1, made.numbers)
  if copy.name then
    if made.names[copy.name] then
      checks.fail(copy.where, "schema." .. copy.type .. ".name", "two parts are called '" .. copy.name .. "'")
    end
    made.names[copy.name] = true
  end
  if copy.reflexes and reflexes then
    reflexes = blend.sum({ copy.reflexes, reflexes })
  else
    reflexes = copy.reflexes or reflexes
  end
  for name, steering in pairs(record.steers or {}) do
    local key = (copy.name or copy.number) .. "/" .. name
    copy.keys[name] = key
    made.blends[key] = reflexes and name ~= "still" and blend.sum({ steering, reflexes }) or steering
  end
  for _, name in ipairs(CONDITIONS) do
    if core.type(record[name]) == "guard" then
      local signal = name .. copy.number
      copy.signals[name] = signal
      made.signals[#made.signals + 1] = signal
      made.on[#made.on + 1] = { record[name], function(self) self.schema[signal] = true end }
    end
  end
  if record.parts then
    copy.parts = {}
    for index, part in ipairs(record.parts) do copy.parts[index] = numbered(part, made, reflexes) end
  end
  return copy
end

--- A schema and its parts in the order of their numbers, as people see them.
local function list_parts(record, depth, list)
  list[#list + 1] = {
    depth = depth, type = record.title or record.type, name = record.name, call = record.told, detail = record.detail,
    where = record.where,
  }
  for _, row in ipairs(record.rows or {}) do
    row.depth = depth + 1
    list[#list + 1] = row
  end
  for _, part in ipairs(record.parts or {}) do list_parts(part, depth + 1, list) end
  return list
end

--- A schema that was left before it ended has no outcome.
local function clean_with(top, code)
  return function(self, shared)
    local outcome, reason = shared.outcome, shared.reason
    if shared.own then
      if shared.code == code or adopting.adopt(top, shared) then running.finish(top, self, shared.own) end
      outcome, reason = nil, nil
    end
    acts.clean_way(shared)
    for key in pairs(shared) do shared[key] = nil end
    shared.outcome, shared.reason = outcome, reason
  end
end

local function end_of(self, shared, outcome, reason)
  shared.outcome = outcome == "success" and "done" or outcome
  shared.reason, shared.own, shared.x, shared.y, shared.z = reason, nil, nil, nil, nil
  if shared.steered then composed.steer(self, shared, nil) end
end

--- A place where no body fits stays that way. With no state to go to on failure, nothing else would report it.
local function hint_at_place(record, reason)
  if reason and reason:find(" lies ", 1, true) then
    core.hint(record.where .. ": schema." .. record.type .. ": " .. reason .. "; it tries again every second")
  end
end

--- The state that a schema becomes when it is used as one. `steering` moves the agent while no part does.
function building.state_of(record, def, steering)
  local made = { count = 0, names = {}, blends = {}, signals = {}, on = {}, numbers = {} }
  local top, code = numbered(record, made), adopting.code(record)
  local settings, targets = { on = {}, steer = steering }, {}
  for _, key in ipairs(OWN_KEYS) do settings[key] = def[key] end
  for key, entry in pairs(def.on or {}) do settings.on[key] = entry end
  for _, entry in ipairs(made.on) do settings.on[#settings.on + 1] = entry end
  for _, key in ipairs({ "done", "failed", "interrupted" }) do targets[key] = def[key] end
  local function step(self, shared, dt)
    if shared.rest then
      if composed.note then composed.note(1, false, nil, shared.reason) end
      shared.rest = shared.rest > dt and shared.rest - dt or nil
      return nil
    end
    shared.own = shared.own or {}
    local outcome, reason = running.run(top, self, shared.own, dt)
    for _, signal in ipairs(made.signals) do shared[signal] = nil end
    if not outcome then return nil end
    end_of(self, shared, outcome, reason)
    if outcome == "failed" and not def.failed then
      shared.rest = AGAIN
      hint_at_place(record, reason)
    end
    if outcome == "interrupted" then return def.interrupted or def.failed end
    return outcome == "failed" and def.failed or outcome ~= "failed" and def.done or nil
  end
  local state = composed.state(settings, "schema", code, made.blends, targets, step, {
    slots = SLOTS, numbers = made.numbers, clean = clean_with(top, code), again = running.again(composed.again),
    adopt = function(_, shared) return adopting.adopt(top, shared) end,
    parts = composed.note and list_parts(top, 0, {}), family = record.family,
  })
  local class = getmetatable(state)
  class.schema = record
  for _, key in ipairs(STATE_KEYS) do
    if def[key] ~= nil then class.key = key end
  end
  return state
end

-- Checks

--- The keys of a schema that takes `more`.
function building.keys_of(more)
  local keys = { "name", "reflexes", table.unpack(STATE_KEYS) }
  table.move(CONDITIONS, 1, #CONDITIONS, #keys + 1, keys)
  return table.move(more, 1, #more, #keys + 1, keys)
end

local function condition(where, path, value)
  if core.type(value) == "guard" then return value end
  return checks.part(checks.optional(where, path, value, "function"))
end

--- What all schemas share, once their keys are known to be valid. Those of a part are in `settings`.
function building.record_of(where, family, name, def, settings)
  local path = family .. "." .. name
  for _, key in ipairs({ "done", "failed", "interrupted" }) do
    checks.optional(where, path .. "." .. key, def[key], "string")
  end
  checks.optional(where, path .. ".on", def.on, "table")
  checks.optional(where, path .. ".enter", def.enter, "function")
  checks.optional(where, path .. ".leave", def.leave, "function")
  return {
    type = name, family = family, owner = name, where = where, steers = {}, numbers = {},
    detail = core.type(settings.target) == "string" and settings.target or nil,
    name = settings.name ~= nil and checks.name(where, path .. ".name", settings.name) or nil,
    reflexes = checks.steer(where, path .. ".reflexes", settings.reflexes),
    precondition = checks.part(checks.optional(where, path .. ".precondition", settings.precondition, "function")),
    interrupt = condition(where, path .. ".interrupt", settings.interrupt),
    terminate = condition(where, path .. ".terminate", settings.terminate),
  }
end

--- The schema that a state was made of.
function building.part_of(where, path, value)
  local class = core.type(value) == "table" and getmetatable(value)
  if not class or not class.schema then checks.fail(where, path, "a schema expected, got " .. core.type(value)) end
  if class.key then checks.fail(where, path .. "." .. class.key, "only the whole schema is a state") end
  return class.schema
end

--- The parts in a list, and its other settings.
function building.list_of(where, path, def, take)
  checks.type(where, path, def, "table")
  local settings, count = {}, 0
  for key, value in pairs(def) do
    if math.type(key) == "integer" then
      count = count + 1
      if key ~= count then checks.fail(where, path, "a list expected, found the key " .. key) end
      take(key, value)
    else
      settings[key] = value
    end
  end
  return settings, count
end

return building
