-- What parts of a schema remember, under other code: a part is known by its name, or without one by its type and its
-- place among those of that type, as long as they are as many. What runs goes on where it is found.
--
-- `self.schema.code` says what a state was made of: "select(attraction/,goals(chasing:hunt/,exit))".

local adopting = {}

--- What a state is made of; "/" where a part steers.
function adopting.code(record)
  local name = record.name and ":" .. record.name or ""
  if not record.parts then return record.type .. name .. (next(record.steers) and "/" or "") end
  local parts = {}
  for index, part in ipairs(record.parts) do parts[index] = adopting.code(part) end
  return record.type .. name .. "(" .. table.concat(parts, ",") .. ")"
end

--- The parts that a code tells of, numbered as they were.
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

--- Places by label, and how many parts of each type have no name.
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

--- Where parts of before stand now, by place.
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

--- Bring what a schema remembers over to another; false where what runs is gone. `nodes` collects the parts by what
--- their blends were called.
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

--- Forget conditions that held: they are asked again.
local function forget_signals(shared)
  for key in pairs(shared) do
    if type(key) == "string" and key:find("^%a+%d+$") then shared[key] = nil end
  end
end

--- Bring over what the parts of other code remember in `shared`; false where that cannot be.
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
