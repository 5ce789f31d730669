-- Goal-oriented action planning: drover.goap. An agent has goals, which want facts to hold, and actions, each with the
-- facts that it needs and those that it gives. The agent finds the order of actions that leads to its most wanted goal
-- (J. Orkin, Agent Architecture Considerations for Real-Time Planning in Games, 2005). An action is a schema, and so
-- is the whole, inside: schema/planning.lua finds plans, and schema/pursuing.lua follows them.

local core, checks, composed = ...

local building = core.script("building")(core, checks, composed)
local numbers = building.numbers

---Goal-oriented action planning: say what agents want and what they can do, and they find out in which order to do it.
---@class drover.goap
local goap = {}

local PATH = "goap.goals"
local LIMIT = 1000 -- steps of a search
local RETRY = 1 -- s
local ACTION_KEYS = { 1, "needs", "gives", "cost", "retry" }
local ACTION_FORM = "{ schema, needs = , gives = , cost = , retry = }"
local KEYS = composed.keys({ "facts", "goals", "actions", "inertia", "limit", "reflexes", "done", "failed" })

--- A table by name that is not empty, as a list in the order of names.
local function named(where, key, value, what)
  local path, list = PATH .. "." .. key, {}
  checks.type(where, path, value, "table")
  for name in pairs(value) do list[#list + 1] = checks.name(where, path, name) end
  if #list == 0 then checks.fail(where, path, "at least one " .. what .. " expected") end
  table.sort(list)
  return list
end

local function facts_of(where, def)
  local facts, names = {}, named(where, "facts", def.facts, "fact")
  for index, name in ipairs(names) do
    local read = checks.type(where, PATH .. ".facts." .. name, def.facts[name], "function")
    facts[index] = { name = name, read = checks.part(read), values = {}, count = 0 }
    facts[name] = facts[index]
  end
  return facts, names
end

local function check_value(where, path, value)
  local kind = core.type(value)
  if kind == "number" then return checks.finite(where, path, value) end
  if kind ~= "boolean" and kind ~= "string" then
    checks.fail(where, path, "true, false, a number or a string expected, got " .. kind)
  end
  return value
end

--- The number of a value among those of a fact.
local function number_of(fact, value)
  if not fact.values[value] then
    fact.count = fact.count + 1
    fact.values[value] = fact.count
  end
  return fact.values[value]
end

--- Values of facts: as a list of { name, value }, and as a list of numbers, one for each fact.
local function values_of(where, path, def, facts, names, is_required)
  local list, indexed = {}, {}
  for index in ipairs(names) do indexed[index] = 0 end
  if def ~= nil or is_required then checks.type(where, path, def, "table") end
  for name in pairs(def or {}) do
    if core.type(name) ~= "string" or not facts[name] then
      local given = core.type(name) == "string" and name or tostring(name)
      checks.fail(where, path, "no fact '" .. given .. "'" .. checks.suggestion(given, names))
    end
  end
  for index, name in ipairs(names) do
    local value = (def or {})[name]
    if value ~= nil then
      check_value(where, path .. "." .. name, value)
      list[#list + 1] = { name = name, value = value }
      indexed[index] = number_of(facts[index], value)
    end
  end
  if is_required and #list == 0 then checks.fail(where, path, "at least one fact expected") end
  return list, indexed
end

local function goals_of(record, def, facts, names)
  local goals, where = {}, record.where
  for index, name in ipairs(named(where, "goals", def.goals, "goal")) do
    local key, goal = "goals." .. name, def.goals[name]
    checks.type(where, PATH .. "." .. key, goal, "table")
    checks.keys(where, PATH .. "." .. key, goal, { "wants", "priority" })
    local wants, wanted = values_of(where, PATH .. "." .. key .. ".wants", goal.wants, facts, names, true)
    local path = key .. ".priority"
    goals[index] = {
      name = name, wants = wants, wanted = wanted, path = PATH .. "." .. path,
      priority = numbers.reader_or_call(record, path, goal.priority, 1),
    }
  end
  return goals
end

--- An action, and the schema that it is, as a part called by its name.
local function action_of(record, name, def, facts, names)
  local where, key = record.where, "actions." .. name
  local path = PATH .. "." .. key
  checks.type(where, path, def, "table")
  checks.keys(where, path, def, ACTION_KEYS, ACTION_FORM)
  local part = {}
  for field, value in pairs(building.part_of(where, path .. "[1]", def[1])) do part[field] = value end
  local kind = part.title or part.type
  part.name, part.title, part.detail = name, "action", part.detail and kind .. " " .. part.detail or kind
  local _, needs = values_of(where, path .. ".needs", def.needs, facts, names, false)
  local gives_list, gives = values_of(where, path .. ".gives", def.gives, facts, names, true)
  local given = {}
  for _, entry in ipairs(gives_list) do given[entry.name] = entry.value end
  return {
    name = name, needs = needs, gives = gives, gives_list = gives_list, given = given, path = path .. ".cost",
    cost = numbers.reader_or_call(record, key .. ".cost", def.cost, 1, 0),
    retry = numbers.reader(record, key .. ".retry", def.retry, RETRY, 0, "s"),
  }, part
end

local function take_actions(record, def, facts, names)
  record.actions, record.parts, record.numbers_of = {}, {}, {}
  for index, name in ipairs(named(record.where, "actions", def.actions, "action")) do
    record.actions[index], record.parts[index] = action_of(record, name, def.actions[name], facts, names)
    record.numbers_of[name] = index
  end
end

--- A number that tells rules apart: what plans are made of, but for what functions, slots, and settings say.
local function rules_of(record, def, names)
  local text = { table.concat(names, " "), tostring(record.limit) }
  local function add(...)
    for _, value in ipairs({ ... }) do text[#text + 1] = core.type(value) .. tostring(value) end
  end
  local function add_values(values)
    for _, name in ipairs(names) do
      if values and values[name] ~= nil then add(name, values[name]) end
    end
    add("")
  end
  for _, goal in ipairs(record.goals) do
    add(goal.name)
    add_values(def.goals[goal.name].wants)
  end
  for _, action in ipairs(record.actions) do
    local given = def.actions[action.name]
    add(action.name, core.type(given.cost) == "number" and given.cost or core.type(given.cost))
    add_values(given.needs)
    add_values(given.gives)
  end
  local all, sum = table.concat(text, " "), 0
  for index = 1, #all do sum = (sum ~ all:byte(index)) * 0x100000001b3 end
  return sum
end

local function limit_of(where, value)
  if value == nil then return LIMIT end
  checks.finite(where, PATH .. ".limit", value)
  local whole = math.tointeger(value)
  if not whole or whole < 1 then
    checks.fail(where, PATH .. ".limit", "a whole number above 0 expected, got " .. value)
  end
  return whole
end

--- What the whole has besides facts, goals, and actions.
local function record_of(where, def)
  local record = building.record_of(where, "goap", "goals", def, { reflexes = def.reflexes })
  record.type, record.title = "goap", "goals"
  record.inertia = composed.inertia(where, PATH .. ".inertia", def.inertia)
  record.limit = limit_of(where, def.limit)
  record.found, record.found_count = {}, 0
  record.ends = { done = def.done ~= nil, failed = def.failed ~= nil }
  return record
end

---What a fact is. Two numbers are the same fact if they are equal.
---@alias drover.fact_value boolean|number|string

---@class (exact) drover.goap_goal
---@field wants table<string, drover.fact_value> facts that have to hold, by name
---@field priority? drover.quantity|fun(self: drover.self): number the goal with the highest one is pursued; 1 by default, and 0 or less means not now

---@class (exact) drover.goap_action
---@field [1] drover.schema_state what to do
---@field needs? table<string, drover.fact_value> facts that have to hold before, by name
---@field gives table<string, drover.fact_value> facts that hold once it is done, by name
---@field cost? drover.quantity|fun(self: drover.self): number plans are as cheap as possible; 1 by default, at least 0
---@field retry? drover.quantity s during which plans leave it out after it failed or was interrupted; 1 by default

---@class (exact) drover.goap_definition: drover.composed
---@field facts table<string, fun(self: drover.self): any> what it knows of the world, by name: functions that return true, false, a number, or a string; nil is false, and anything else, such as an agent, is true
---@field goals table<string, drover.goap_goal> by name
---@field actions table<string, drover.goap_action> by name
---@field inertia? number bonus for the current goal; 0 by default
---@field limit? integer steps of a search, after which a goal counts as out of reach; 1000 by default
---@field reflexes? drover.steering added to whatever steers an action
---@field done? drover.state_name the state to go to when it wants nothing more; by default it waits
---@field failed? drover.state_name the state to go to when no plan leads to anything it wants; by default it waits

---Pursue the most wanted goal by the cheapest plan: the actions that lead from the facts as they are to those that the
---goal wants. Plan again when another goal is more wanted, when an action fails, and when a fact changes that the running
---action does not give. If two goals are equally wanted, the current one stays, or else the first by name wins; between
---plans of equal cost, the names of their actions decide. `self.schema.goal`, `self.schema.plan` (a list), and
---`self.schema.action` are the names of what it pursues, intends, and does.
---@param def drover.goap_definition
---@return drover.state
function goap.goals(where, def)
  checks.type(where, PATH, def, "table")
  checks.keys(where, PATH, def, KEYS)
  local record = record_of(where, def)
  local facts, names = facts_of(where, def)
  record.facts, record.goals = facts, goals_of(record, def, facts, names)
  take_actions(record, def, facts, names)
  record.rules = rules_of(record, def, names)
  record.rows = {}
  for index, goal in ipairs(record.goals) do
    local priority = def.goals[goal.name].priority
    local place = core.type(priority) == "function" and core.place(priority):sub(1, -3) or where
    record.rows[index] = { type = "goal", name = goal.name, where = place }
  end
  local state = building.state_of(record, def, checks.steer(where, PATH .. ".steer", def.steer))
  getmetatable(state).schema = nil -- no part of a schema
  return state
end

return goap
