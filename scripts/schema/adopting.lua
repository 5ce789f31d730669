-- Adopting the memory of a schema's parts from other code. A part is identified by its name, or if it has none, by
-- its type and its place among the unnamed parts of that type, as long as their number is the same. A running part
-- continues where it was.
--
-- `self.schema.code` tells what a state was made of: "select(attraction/,goals(chasing:hunt/,exit))".

local adopting = {}

--- The code of a schema; "/" marks a part that steers.
function adopting.code(record)
  local name = record.name and ":" .. record.name or ""
  if not record.parts then return record.type .. name .. (next(record.steers) and "/" or "") end
  local parts = {}
  for index, part in ipairs(record.parts) do parts[index] = adopting.code(part) end
  return record.type .. name .. "(" .. table.concat(parts, ",") .. ")"
end

--- Parse a code into its parts, numbered as they were.
local function parse(code)
  local at, count = 1, 0
  local function take(pattern)
    local found, after = code:match("^" .. pattern .. "()", at)
    at = after or at
    return found
  end
  local function node()
    count = count + 1
    local result = { number = count, type = take("([%a_]+)") or "", name = take(":([%w_]+)"), parts = {} }
    if take("(%()") then
      repeat result.parts[#result.parts + 1] = node() until not take("(,)")
      take("(%))")
    end
    take("(/)")
    return result
  end
  return node()
end

--- The places of parts by label, and how many parts of each type have no name.
local function label(parts)
  local places, counts = {}, {}
  for place, part in ipairs(parts) do
    if part.name then
      places[":" .. part.name] = place
    else
      counts[part.type] = (counts[part.type] or 0) + 1
      places[part.type .. counts[part.type]] = place
    end
  end
  return places, counts
end

--- The current place of each earlier part, by its earlier place.
local function find_places(old, new)
  local places, counts = label(old)
  local places_now, counts_now = label(new)
  local found = {}
  for name, place in pairs(places) do
    local now = places_now[name]
    local part, same = old[place], now and new[now]
    if same and same.type == part.type and (part.name or counts[part.type] == counts_now[part.type]) then
      found[place] = now
    end
  end
  return found
end

--- Convert a schema's memory for another schema; false if its running part is gone. Collects in `nodes` the parts by
--- the names of their earlier blends.
local function match(old, new, own, nodes)
  nodes[tostring(old.name or old.number)] = new
  local places = find_places(old.parts, new.parts or {})
  local running = own and own.at
  if running and not places[running] then return false end
  for place, part in ipairs(old.parts) do
    local now = places[place]
    if now and not match(part, new.parts[now], place == running and own.part or nil, nodes) then return false end
  end
  if not own then return true end
  own.at = places[running]
  if own.over then
    local over = {}
    for place, outcome in pairs(own.over) do
      if places[place] then over[places[place]] = outcome end
    end
    own.over = over
  end
  return true
end

--- Forget conditions that held; they are tested again.
local function forget_signals(shared)
  for key in pairs(shared) do
    if type(key) == "string" and key:find("^%a+%d+$") then shared[key] = nil end
  end
end

--- Adopt the memory of other code's parts in `shared`; false if that is impossible.
function adopting.adopt(top, shared)
  local old = type(shared.code) == "string" and parse(shared.code)
  local nodes = {}
  if not old or old.type ~= top.type or not match(old, top, shared.own, nodes) then return false end
  if shared.steered then
    local part, name = shared.steered:match("^(.-)/(.*)$")
    local key = nodes[part] and nodes[part].keys[name]
    if not key then return false end
    shared.steered = key
  end
  forget_signals(shared)
  return true
end

return adopting
