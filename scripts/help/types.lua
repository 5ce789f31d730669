-- Types in annotations, as people read them: `drover.steering|drover.kinds` is "behavior, blend or kinds".

local use = ...
local contents = use "contents"

local types = {}

-- What a page calls a type of the stub.
local CALLED = {
  ["drover.self"] = "agent", ["drover.any_agent"] = "agent", ["drover.composition"] = "blend",
  ["drover.steering"] = "behavior or blend", ["drover.stress_behavior"] = "stress behavior",
  ["drover.declared_kind"] = "kind", ["drover.declared_group"] = "kind of groups",
  ["drover.declared_surface"] = "surface", ["drover.declared_flow"] = "flow",
  ["drover.declared_field"] = "field", ["drover.declared_terrain"] = "terrain",
  ["drover.declared_link"] = "link",
  ["drover.declared_model"] = "model", ["drover.color_map"] = "drover.by", ["drover.declared_scenario"] = "scenario",
  ["drover.declared_mod"] = "mod",
  ["drover.setting_declaration"] = "drover.slider, toggle, choice or button", ["drover.setting"] = "drover.setting",
  ["drover.mouse"] = "drover.mouse", ["drover.none"] = "drover.none", ["drover.schema_state"] = "schema",
  ["drover.tree_node"] = "node",
}

for _, section in ipairs(contents.sections) do
  for _, part in ipairs(section) do
    if part.members == "key" then CALLED[part.class] = "{ keys of " .. part.name .. " }" end
  end
end

local union

local function called(name) return CALLED[name] or (name:gsub("^drover%.", "")) end

-- The parameters of a function type by name, without their types: `function(self, dt)`.
local function function_text(text, at, is_table)
  local inside = text:match("^%b()", at)
  at = at + #inside
  local names = {}
  for name in inside:gmatch("([%w_.]+)%s*:%s*") do names[#names + 1] = name end
  local given
  if text:find("^:", at) then
    repeat
      local one
      at = text:match("^[:,]%s*()", at)
      one, at = union(text, at, is_table)
      given = given and given .. ", " .. one or one
    until not text:find("^,", at)
  end
  return "function(" .. table.concat(names, ", ") .. ")" .. (given and " → " .. given or ""), at
end

local function primary(text, at, is_table)
  if text:find("^%(", at) then
    local inner, after = union(text, at + 1, is_table)
    return inner, after + 1
  end
  local literal = text:match('^"[^"]*"', at)
  if literal then return literal, at + #literal end
  local name = text:match("^[%w_.]+", at)
  at = at + #name
  if name == "fun" then return function_text(text, at, is_table) end
  if name == "table" and text:find("^<", at) then
    local value
    at = text:match("^<[%w_.]+,%s*()", at)
    value, at = union(text, at, is_table)
    return "{ name = " .. value .. ", … }", at + 1
  end
  return is_table(name) and "{ … }" or called(name), at
end

local function one(text, at, is_table)
  local result, after = primary(text, at, is_table)
  while true do
    if text:find("^%[%]", after) then
      result, after = "list of " .. result, after + 2
    elseif text:find("^%?", after) then
      result, after = result .. " or nil", after + 1
    else
      return result, after
    end
  end
end

function union(text, at, is_table)
  local parts, seen = {}, {}
  repeat
    local part
    part, at = one(text, at, is_table)
    if not seen[part] then parts[#parts + 1], seen[part] = part, true end
    local bar = text:find("^|", at)
    at = bar and at + 1 or at
  until not bar
  local last = table.remove(parts)
  return #parts > 0 and table.concat(parts, ", ") .. " or " .. last or last, at
end

--- A type as text; `is_table` tells which classes have their keys listed elsewhere.
function types.text(text, is_table)
  return (union(text, 1, is_table or function() return false end))
end

--- The results of a function, by name if they have one: "source, about, x, y, z".
function types.results(results, is_table)
  local parts = {}
  for index, result in ipairs(results) do
    local over = result.type:match("^fun%(%): (.*)") -- called by `for`
    local text = over and "iterator over " .. over:gsub("drover%.", "") or types.text(result.type, is_table)
    local optional = text:match("nil$")
    parts[index] = result.name and result.name .. (optional and " or nil" or "") or text
  end
  return table.concat(parts, ", ")
end

--- The classes and aliases that a type names.
function types.named(text)
  local names = {}
  for name in text:gsub('"[^"]*"', ""):gmatch("drover%.[%w_.]+") do names[#names + 1] = name end
  return names
end

return types
