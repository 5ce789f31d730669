-- Numbers of schemas, such as distances and times. They are written as those of behaviors: as a number, the name of a
-- number slot, or a drover.setting, which is read whenever the schema needs the number. Each becomes a function of an
-- agent.
--
-- `record.numbers` of a schema lists what names slots and settings, so that a kind can check them.

local core, checks = ...

local numbers = {}

--- Where people find a key: "schema.goals[1].urgency".
local function path_of(record, key)
  return record.family .. "." .. record.owner .. (key:find("^%[") and "" or ".") .. key
end

--- A reader of the number that a schema has for a key, or nil if there is neither a number nor a default. A literal
--- below `low` is refused; what slots and settings hold is raised to it. An empty slot gives the default.
function numbers.reader(record, key, value, default, low, unit)
  if value == nil then value = default end
  if value == nil then return nil end
  local path = path_of(record, key)
  checks.quantity(record.where, path, value)
  if core.type(value) == "number" then
    checks.finite(record.where, path, value)
    if low and value < low then
      checks.fail(record.where, path, value .. " is below " .. low .. (unit and " " .. unit or ""))
    end
    return function() return value end
  end
  record.numbers[#record.numbers + 1] = {
    where = record.where, family = record.family, owner = record.owner, key = key, value = value,
  }
  return function(self)
    local number = core.number(self, value)
    if not number then return default end
    return low and number < low and low or number
  end
end

--- The same, with false for never.
function numbers.reader_or_false(record, key, value, default, unit)
  if value == false then return false end
  return numbers.reader(record, key, value, default, 0, unit)
end

--- The same, or a function of the agent. What that returns is not checked: see composed.number.
function numbers.reader_or_call(record, key, value, default, low, unit)
  checks.quantity_or_call(record.where, path_of(record, key), value)
  if core.type(value) == "function" then return checks.part(value) end
  return numbers.reader(record, key, value, default, low, unit)
end

--- What a reader says for an agent; nil or false without a reader.
function numbers.of(reader, self) return reader and reader(self) end

return numbers
