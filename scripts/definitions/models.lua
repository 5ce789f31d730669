-- Models of agents: attributes, and the parameters they recommend.

local core, checks = ...

local definitions = {}

--- The degrees, and what they recommend, are checked when a kind uses the model.
local function check_attributes(where, attributes)
  local record = {}
  for name, default in pairs(attributes) do
    checks.name(where, "attributes", name)
    record[#record + 1] = { name = name, default = checks.finite(where, "attributes." .. name, default) }
  end
  return record
end

local function check_model_parameter(where, name, parameter)
  local path = "parameters." .. name
  checks.table(where, path, parameter)
  checks.keys(where, path, parameter, { "min", "max", "default" })
  local record = { name = name, min = 0, max = 1 }
  if parameter.min ~= nil then record.min = checks.finite(where, path .. ".min", parameter.min) end
  if parameter.max ~= nil then record.max = checks.finite(where, path .. ".max", parameter.max) end
  record.default = (record.min + record.max) / 2
  if parameter.default ~= nil then
    record.default = checks.finite(where, path .. ".default", parameter.default)
  end
  return record
end

local function check_effect(where, path, effect)
  checks.type(where, path, effect, "table")
  checks.keys(where, path, effect, { 1, 2, "range", "inverse", "dominant" },
    '{ "attribute", "parameter", range = , inverse = , dominant = }')
  local record = {
    attribute = checks.type(where, path .. "[1]", effect[1], "string"),
    parameter = checks.type(where, path .. "[2]", effect[2], "string"),
    inverse = checks.optional(where, path .. ".inverse", effect.inverse, "boolean") or false,
    dominant = checks.optional(where, path .. ".dominant", effect.dominant, "boolean") or false,
    low = 0,
    high = 1,
  }
  if effect.range ~= nil then
    checks.type(where, path .. ".range", effect.range, "table")
    checks.keys(where, path .. ".range", effect.range, { 1, 2 }, "{ low, high }")
    record.low = checks.finite(where, path .. ".range[1]", effect.range[1])
    record.high = checks.finite(where, path .. ".range[2]", effect.range[2])
  end
  return record
end

--- A parameter that is named only in effects ranges from 0 to 1.
local function check_model_parameters(where, parameters, effects)
  local record, known = {}, {}
  for name, parameter in pairs(parameters) do
    checks.name(where, "parameters", name)
    known[name] = true
    record[#record + 1] = check_model_parameter(where, name, parameter)
  end
  for index, effect in ipairs(effects) do
    if not known[effect.parameter] then
      checks.name(where, "effects[" .. index .. "][2]", effect.parameter)
      known[effect.parameter] = true
      record[#record + 1] = check_model_parameter(where, effect.parameter, {})
    end
  end
  return record
end

---What agents are like (attributes), and what follows from that (parameters), such as how they walk and decide. Both
---are number slots of each kind that uses the model. Scripts assign attributes; parameters follow at once.
---@class (exact) drover.model_definition
---@field attributes? table<string, number> attributes with their initial values, from 0 (no effect) to 1
---@field parameters? table<string, drover.model_parameter> parameters that do not go from 0 to 1; the others need no entry
---@field effects? drover.effect[] the first active dominant effect wins; without one, the mean of all counts

---@class (exact) drover.model_parameter
---@field min? number 0 by default
---@field max? number 1 by default
---@field default? number its value while no attribute acts on it; the middle by default

---How an attribute acts on a parameter: 0.1 or less gives the low end of the range, 1 the high end. An attribute of 0
---has no effect.
---@class (exact) drover.effect
---@field [1] string the attribute
---@field [2] string the parameter
---@field range? number[] low and high, as shares between min and max; { 0, 1 } by default
---@field inverse? boolean from the high end to the low end
---@field dominant? boolean while it is active, no other effect counts

---Describe what agents are like, for `model` of a kind.
---@param def drover.model_definition
---@return drover.declared_model
function definitions.model(where, def)
  checks.type(where, "drover.model", def, "table")
  checks.keys(where, "", def, { "attributes", "parameters", "effects" })
  local effects = checks.list(where, "effects", checks.table(where, "effects", def.effects), check_effect)
  return core.mark("model", {
    where = where,
    attributes = check_attributes(where, checks.table(where, "attributes", def.attributes)),
    parameters = check_model_parameters(where, checks.table(where, "parameters", def.parameters), effects),
    effects = effects,
  })
end

return definitions
