-- All that a scenario and its mods define, as paths with a hash of what is there, and what differs between two such
-- lists. As the values themselves are compared, it does not matter how a mod changed them.

local core, sections = ...

local listing = {}

local FAMILIES = { "group", "surface", "flow", "field", "terrain", "link" }
local CALLBACKS = { "setup", "update", "draw", "on_reload" }
-- What a mod adds, by the key in its record.
local ADDED = {
  settings = "setting", buttons = "button", monitors = "monitor", timers = "timer", tools = "tool",
}
-- Tables inside more tables than this are compared as one value.
local DEEPEST = 12

local function add(list, path, value)
  if core.type(value) == "kind" then value = core.kind_name(value) end -- either says which kind
  list.paths[#list.paths + 1] = path
  list.values[#list.values + 1] = value
end

local add_keys

--- The entry of a table is its length, so that a list whose length differs is listed as a whole. A section has none
--- unless it is a list: a section that is not there is an empty one.
local function add_value(list, path, value, depth, is_section)
  if core.type(value) ~= "table" or depth > DEEPEST then return add(list, path, value) end
  local class = getmetatable(value)
  if not is_section or #value > 0 or class then add(list, path, { "table", #value, class }) end
  add_keys(list, path, value, depth + 1)
end

--- `optional` has the keys of sections.
function add_keys(list, path, value, depth, optional)
  for key, inner in pairs(value) do
    local inner_path = math.type(key) and path .. "[" .. key .. "]" or path .. "." .. tostring(key)
    add_value(list, inner_path, inner, depth, optional and optional[key])
  end
end

local function add_kinds(list, kinds)
  local is_listed = {}
  for _, names in ipairs(kinds) do
    for _, name in ipairs(names) do is_listed[name] = true end
  end
  for _, record in ipairs(core.declared("kind")) do
    add(list, record.name, is_listed[record.name] and "listed" or "declared")
    add_keys(list, record.name, record.def, 1, sections)
  end
end

local function add_mod(list, mod)
  for key, what in pairs(ADDED) do
    for _, record in ipairs(mod[key]) do add(list, what .. " " .. mod.name .. "." .. record.name, record) end
  end
  for _, name in ipairs(CALLBACKS) do
    if mod[name] then add(list, "mod " .. mod.name .. "." .. name, mod[name]) end
  end
end

--- The hashes of all definitions by their paths. `scenario` is a record; `kinds` are the names of those that mods add,
--- and `mods` their records.
function listing.of(scenario, kinds, mods)
  local list = { paths = {}, values = {} }
  add_keys(list, "scenario", scenario.def, 1, sections)
  add_kinds(list, { scenario.kinds, kinds })
  for _, family in ipairs(FAMILIES) do
    for _, record in ipairs(core.declared(family)) do add_value(list, family .. " " .. record.name, record, 1) end
  end
  for _, mod in ipairs(mods) do add_mod(list, mod) end
  local hashes, by_path = core.hashes(list.values), {}
  for index, path in ipairs(list.paths) do by_path[path] = hashes[index] end
  return by_path
end

local function is_inside(path, changed)
  for place in path:gmatch("()[.%[]") do
    if changed[path:sub(1, place - 1)] then return true end
  end
  return false
end

--- The paths of what differs, sorted. What is inside of something that differs itself, as in a new kind, is left out.
function listing.differences(before, after)
  local changed, paths, listed = {}, {}, {}
  for path, hash in pairs(after) do changed[path] = before[path] ~= hash or nil end
  for path in pairs(before) do changed[path] = changed[path] or after[path] == nil or nil end
  for path in pairs(changed) do paths[#paths + 1] = path end
  for _, path in ipairs(paths) do
    if not is_inside(path, changed) then listed[#listed + 1] = path end
  end
  return listed
end

return listing
