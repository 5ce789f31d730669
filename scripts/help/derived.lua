-- Examples made from types, for what the catalogue describes and no example by hand shows: a call with every
-- parameter, `body = { key = … }` for a property of bodies, `self.name` for what agents have of it.

local derived = {}

local WIDTH = 76

-- The parts that the catalogue describes, and how a key of theirs is written.
local KEYS = { body = "body = { %s }", sight = "sight = { %s }", hearing = "hearing = { %s }" }
local CALLS = { steer = true, blend = true, when = true, stress = true }

-- What to write for a type. The first pattern that is found counts.
local VALUES = {
  { "^boolean", "true" },
  { "^drover%.target", '"goal"' },
  { "^drover%.slot_name", '"goal"' },
  { "^drover%.kinds", '"deer"' },
  { "^drover%.composition", 'steer.seek { target = "goal" }' },
  { "^drover%.state_name", '"fleeing"' },
  { "^drover%.event_name", '"alarm"' },
  { "^drover%.field_name", '"scent"' },
  { "^drover%.locomotion", '"point_mass"' },
  { "^drover%.composition", "blend.weighted { steer.wander {} }" },
  { "^drover%.steering", "steer.wander {}" },
  { "^string|drover%.setting", '"level"' },
  { "^number", "5" },
  { "^fun%b()", "function(self) return self.x end" },
}

--- The default of a number; else the end of its range that is in its doc; else 1.
local function number(doc)
  local last = doc:match("%(([^()]*)%)$") or ""
  local default = last:match("default (%-?[%d.]+e?%-?%d*)$")
  return default or last:match("from (%-?[%d.]+e?%-?%d*)") or last:match("(%-?[%d.]+e?%-?%d*) to ") or "1"
end

local table_of

local function value(entry)
  if entry.keys then return table_of(entry.keys) end
  if entry.type:find("^drover%.quantity") then return number(entry.doc[1] or entry.doc or "") end
  for _, row in ipairs(VALUES) do
    if entry.type:find(row[1]) then return row[2] end
  end
  return "nil"
end

local function pairs_of(keys)
  local list = {}
  for _, key in ipairs(keys) do
    if not key.is_numbered then list[#list + 1] = key.word .. " = " .. value(key) end
  end
  return list
end

--- A table in braces, on one line if it fits.
function table_of(keys, first)
  local list = pairs_of(keys)
  if first then table.insert(list, 1, first) end
  if not list[1] then return "{}" end
  local line = "{ " .. table.concat(list, ", ") .. " }"
  return #line <= WIDTH - 30 and line or "{\n  " .. table.concat(list, ",\n  "):gsub("\n", "\n  ") .. ",\n}"
end

local function call(entry)
  local name, given = entry.owner.path .. "." .. entry.word, {}
  local takes_table = entry.owner.path ~= "when"
  for _, param in ipairs(entry.params) do
    if param.name == "parts" then return name .. " " .. table_of(entry.keys or {}, "steer.wander {}") end
    if param.name ~= "parameters" then
      given[#given + 1] = value { type = param.type, doc = { param.doc } }
      takes_table = false
    end
  end
  if takes_table then return name .. " " .. table_of(entry.keys or {}) end
  if entry.keys then given[#given + 1] = table_of(entry.keys) end
  return name .. "(" .. table.concat(given, ", ") .. ")"
end

--- The outermost entry that a key belongs to, below its part.
local function member_of(entry)
  while entry.owner and entry.owner.what ~= "part" do entry = entry.owner end
  return entry.owner and entry
end

--- The example of an entry, { text, file }, or nil if the catalogue does not describe it.
function derived.piece(entry, is_property)
  local member = member_of(entry)
  local part = member and member.owner.path
  local text
  if CALLS[part] and member.params then
    text = call(member)
  elseif KEYS[part] then
    text = KEYS[part]:format(member.word .. " = " .. value(member))
  elseif part == "agent" and is_property[member.word] then
    text = "self." .. member.word
  end
  return text and { parts = { part }, text = text, file = "the catalogue" }
end

return derived
