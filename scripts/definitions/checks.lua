-- Checks for definitions. Each check gets `where`, the position in the script, and the path of the key; it returns
-- the checked value.

local core = ...

local checks = {}

function checks.fail(where, path, message)
  error(where .. ": " .. path .. ": " .. message, 0)
end

--- Let a check go on where all mistakes are listed (see bindings/sandbox/mistakes.h): what it fails with is noted, and
--- it returns nil, or what `instead` returns. Elsewhere it is the check itself.
function checks.gently(check, instead)
  local function take(fine, ...)
    if fine then return ... end
    if not instead then return nil end
    core.lost()
    return instead()
  end
  return function(...)
    if not core.lists_mistakes() then return check(...) end
    return take(core.try(check, ...))
  end
end

function checks.nothing() return {} end

--- For a mistake after which the check goes on.
local refuse = checks.gently(checks.fail)

function checks.set_of(names)
  local set = {}
  for _, name in ipairs(names) do set[name] = true end
  return set
end

--- A copy of a definition with renamed keys under their current names. Old names are accepted until 1.0, each with a
--- hint.
function checks.renamed(where, def, names)
  local copy = {}
  for key, value in pairs(def) do
    local name = names[key] or key
    if name ~= key then
      if def[name] ~= nil then checks.fail(where, key, "the old name of " .. name .. ", which is there too") end
      core.hint(where .. ": " .. key .. " is called " .. name .. " now; the old name works until 1.0")
    end
    copy[name] = value
  end
  return copy
end

--- Wrap a script's function, for the engine's Lua to call. From its first call on it counts as run, for the trial of
--- a save. The closure holds nothing else that differs between generations, so that a reload can tell from the
--- function alone whether agents behave differently.
function checks.part(call)
  if not call then return nil end
  core.part(call)
  local has_run = false
  return function(self, a, b)
    if not has_run then
      has_run = true
      core.ran(call)
    end
    return call(self, a, b)
  end
end

--- "one of a, b or c expected", for some names.
local function one_of(names)
  local last = #names
  if last == 1 then return "only " .. names[1] .. " is known" end
  return "one of " .. table.concat(names, ", ", 1, last - 1) .. " or " .. names[last] .. " expected"
end

--- What to write instead of a name: the nearest one, or else a list of all.
function checks.suggestion(name, names)
  local nearest = core.nearest(name, names)
  if nearest then return " (" .. nearest .. "?)" end
  return names[1] and ": " .. one_of(names) or ""
end

local function join(path, key)
  return path == "" and key or path .. "." .. key
end

function checks.type(where, path, value, expected)
  if core.type(value) ~= expected then
    checks.fail(where, path, "a " .. expected .. " expected, got " .. core.type(value))
  end
  return value
end

function checks.table(where, path, value)
  if value == nil then return {} end
  return checks.type(where, path, value, "table")
end

--- A list of the results of a check for each element.
function checks.list(where, path, value, check)
  local record, count = {}, 0
  check = checks.gently(check)
  for index, element in pairs(value) do
    count = count + 1
    if index ~= count then
      checks.fail(where, path, "a list expected, found the key " .. tostring(index))
    end
    record[#record + 1] = check(where, path .. "[" .. index .. "]", element)
  end
  return record
end

--- How to write a table with these keys.
local function form_of(names)
  return "{ " .. table.concat(names, " = , ") .. " = }"
end

--- Refuse keys that are not in the list. `form` shows how to write the table; it is required if some keys are
--- numbers.
function checks.keys(where, path, value, names, form)
  local known, meant = checks.set_of(names), {}
  for key, given in pairs(value) do
    if not known[key] then
      local name = tostring(key)
      if type(key) ~= "string" then
        checks.fail(where, path .. "[" .. name .. "]", "unknown key: it is written " .. (form or form_of(names)))
      end
      local nearest = core.nearest(name, names)
      local instead = form and ": it is written " .. form or ": " .. one_of(names)
      if nearest then instead = " (" .. nearest .. "?)" end
      refuse(where, join(path, name), "unknown key" .. instead)
      if nearest then meant[nearest] = given else core.lost() end
    end
  end
  -- Mistakes are listed: what else is wrong does not follow from this key.
  for name, given in pairs(meant) do
    if value[name] == nil then value[name] = given end
  end
end

function checks.optional(where, path, value, expected)
  if value ~= nil then checks.type(where, path, value, expected) end
  return value
end

local QUANTITIES = { ["nil"] = true, number = true, string = true, setting = true }

--- A number, the name of a number slot, or a setting. Ranges are checked when it is bound.
function checks.quantity(where, path, value)
  local kind = core.type(value)
  if not QUANTITIES[kind] then
    checks.fail(where, path, "a number, a number slot's name or a drover.setting expected, got " .. kind)
  end
  return value
end

--- The same, or a function.
function checks.quantity_or_call(where, path, value)
  local kind = core.type(value)
  if kind ~= "function" and not QUANTITIES[kind] then
    checks.fail(where, path, "a number, a number slot's name, a drover.setting or a function expected, got " .. kind)
  end
  return value
end

local FASTEST = 1e9 -- per second

--- What agents leave in fields: a list of names and rates, in the order of the names. Nil stays nil.
function checks.leaves(where, path, value)
  if value == nil then return nil end
  local record = {}
  for field, rate in pairs(checks.type(where, path, value, "table")) do
    local place = path .. "." .. checks.name(where, path, field)
    checks.quantity(where, place, rate)
    if core.type(rate) == "number" then checks.between(where, place, rate, -FASTEST, FASTEST) end
    record[#record + 1] = { field = field, rate = rate }
  end
  table.sort(record, function(a, b) return a.field < b.field end)
  return record
end

--- True, false or a setting.
function checks.switch(where, path, value)
  local kind = core.type(value)
  if value ~= nil and kind ~= "boolean" and kind ~= "setting" then
    checks.fail(where, path, "true, false or a drover.setting expected, got " .. kind)
  end
  return value
end

--- What a body is solid for: true, false, "agents" or a setting.
function checks.solidity(where, path, value)
  local kind = core.type(value)
  if value ~= nil and kind ~= "boolean" and kind ~= "setting" and value ~= "agents" then
    if kind == "string" then kind = "'" .. value .. "'" end
    checks.fail(where, path, 'true, false, "agents" or a drover.setting expected, got ' .. kind)
  end
  return value
end

function checks.finite(where, path, value)
  checks.type(where, path, value, "number")
  if value ~= value or value == math.huge or value == -math.huge then
    -- The sign of NaN differs between processors.
    checks.fail(where, path, "a finite number expected, got " .. (value ~= value and "nan" or value))
  end
  return value
end

function checks.positive(where, path, value)
  checks.finite(where, path, value)
  if value <= 0 then checks.fail(where, path, "a number above 0 expected, got " .. value) end
  return value
end

function checks.between(where, path, value, low, high)
  checks.finite(where, path, value)
  if value < low or value > high then checks.fail(where, path, value .. " is not in " .. low .. " to " .. high) end
  return value
end

--- Fail because a value is no point: a key is wrong, or it is not what was expected.
function checks.refuse_point(where, path, value, expected)
  checks.fail(where, path, core.point_fault(value) or expected .. " expected, got " .. core.type(value))
end

function checks.point(where, path, value)
  local x, y, z = core.point(value)
  if not x then checks.refuse_point(where, path, value, "a point { x, y, z } in meters") end
  return { checks.finite(where, path, x), checks.finite(where, path, y), checks.finite(where, path, z) }
end

--- Earlier names of something: a name or a list of names, the oldest first.
function checks.renamed_from(where, path, value)
  if value == nil then return nil end
  local names = core.type(value) == "string" and { value } or value
  if core.type(names) ~= "table" then
    checks.fail(where, path, "a name or a list of names expected, got " .. core.type(value))
  end
  return checks.list(where, path, names, function(_, element, name)
    return checks.type(where, element, name, "string")
  end)
end

--- The number for a color name, or nil.
function checks.color(where, path, name)
  if name == nil then return nil end
  checks.type(where, path, name, "string")
  local color = core.color(name)
  if not color then
    checks.fail(where, path, "no color '" .. name .. "'" .. checks.suggestion(name, core.colors))
  end
  return color
end

function checks.name(where, what, name)
  if type(name) ~= "string" or not name:match("^[%a_][%w_]*$") then
    local given = type(name) == "string" and "'" .. name .. "'" or core.type(name)
    error(where .. ": " .. what .. ": a name of letters, digits and _ expected, got " .. given, 0)
  end
  return name
end

--- A list of records: the functions under `timers`, by name.
function checks.timers(where, timers)
  local record = {}
  for name, call in pairs(checks.table(where, "timers", timers)) do
    checks.name(where, "timers", name)
    record[#record + 1] = { name = name, timer = checks.type(where, "timers." .. name, call, "function") }
  end
  return record
end

function checks.steer(where, path, value)
  local kind = core.type(value)
  if value ~= nil and kind ~= "behavior" and kind ~= "blend" then
    checks.fail(where, path, "a behavior or blend expected, got " .. kind)
  end
  return value
end

local function check_stress_part(where, path, part)
  if core.type(part) == "stress behavior" then return { behavior = part } end
  if core.type(part) ~= "table" or core.type(part[1]) ~= "stress behavior" then
    local given = core.type(core.type(part) == "table" and part[1] or part)
    checks.fail(where, path, "a stress behavior or { behavior, weight, power } expected, got " .. given)
  end
  checks.keys(where, path, part, { 1, 2, 3 }, "{ behavior, weight, power }")
  return {
    behavior = part[1],
    weight = checks.quantity(where, path .. "[2]", part[2]),
    power = checks.quantity(where, path .. "[3]", part[3]),
  }
end

--- A list of stress behaviors with weights and powers; a single one needs no list.
function checks.stress(where, path, value)
  if value == nil then return nil end
  if core.type(value) == "stress behavior" then value = { value } end
  local record = checks.list(where, path, checks.type(where, path, value, "table"), check_stress_part)
  if #record > core.most_stresses then
    checks.fail(where, path, "more than " .. core.most_stresses .. " stress behaviors")
  end
  return record
end

local function nothing_certain() core.lost() end

local check_slot = checks.gently(function(where, name, slot_type, reserved)
  local path = "slots." .. tostring(name)
  checks.name(where, "slots", name)
  if reserved[name] then checks.fail(where, path, "the name is already a field or method") end
  checks.type(where, path, slot_type, "string")
  if not checks.set_of(core.slot_types)[slot_type] then
    refuse(where, path, "no type '" .. slot_type .. "'" .. checks.suggestion(slot_type, core.slot_types))
    slot_type = core.nearest(slot_type, core.slot_types)
  end
  return slot_type and { name = name, type = slot_type } or core.lost()
end, nothing_certain)

function checks.slots(where, declared, reserved)
  local slots = {}
  for name, slot_type in pairs(declared) do slots[#slots + 1] = check_slot(where, name, slot_type, reserved) end
  return slots
end

local check_default = checks.gently(function(where, name, default, slots, reserved)
  local path = "memory." .. tostring(name)
  checks.name(where, "memory", name)
  if reserved[name] then checks.fail(where, path, "the name is already a field or method") end
  if slots[name] ~= nil then checks.fail(where, path, "the name is already a slot") end
  if core.type(default) ~= "none" then core.check_data(default, where .. ": " .. path) end
  return default
end, nothing_certain)

function checks.memory(where, memory, slots, reserved)
  local record = {}
  for name, default in pairs(memory) do record[name] = check_default(where, name, default, slots, reserved) end
  return record
end

-- What only helps others to check, or fails at once.
local PLAIN = checks.set_of({
  "fail", "gently", "nothing", "set_of", "renamed", "part", "suggestion", "refuse_point", "gentle",
})
-- Without what these return, a definition could not be read further.
local LISTS = checks.set_of({ "table", "list", "timers", "slots", "memory" })

--- Let all functions of a table go on after a mistake. `lists` has the names of those that return lists.
function checks.gentle(functions, lists)
  for name, check in pairs(functions) do
    if type(check) == "function" then functions[name] = checks.gently(check, lists[name] and checks.nothing) end
  end
  return functions
end

-- The checks themselves call one another as they are, so that the outermost one goes on.
local gentle = {}
for name, check in pairs(checks) do
  gentle[name] = PLAIN[name] and check or checks.gently(check, LISTS[name] and checks.nothing)
end

return gentle
