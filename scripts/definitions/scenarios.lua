-- Scenarios: their worlds, kinds, settings and callbacks.

local core, checks, check_tools = ...

local definitions = {}

local SCENARIO_KEYS = {
  "title", "tick_rate", "seed", "space", "kinds", "bounds", "settings", "monitors", "setup", "setting",
  "removed", "update", "on_reload", "draw", "tools",
  "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "keypressed", "keyreleased",
}
local INPUT_CALLBACKS = { "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "keypressed", "keyreleased" }

local function check_corner(where, path, value, space, default_z)
  local x, y, z = core.point(value)
  if not x then checks.fail(where, path, "{ x, y } in meters expected, got " .. core.type(value)) end
  return { checks.finite(where, path, x), checks.finite(where, path, y), space == "volume" and z or default_z }
end

local BOUNDS = '{ min = { x, y }, max = { x, y }, edge = "contain" }'

local function check_bounds(where, bounds, space)
  if bounds == nil then return nil end
  checks.type(where, "bounds", bounds, "table")
  checks.keys(where, "bounds", bounds, { "min", "max", "edge" }, BOUNDS)
  local edges = { "open", "contain", "wrap" }
  local edge = bounds.edge or "open"
  checks.type(where, "bounds.edge", edge, "string")
  if not checks.set_of(edges)[edge] then
    checks.fail(where, "bounds.edge", "no edge '" .. edge .. "'" .. checks.suggestion(edge, edges))
  end
  local low = check_corner(where, "bounds.min", bounds.min, space, -1)
  local high = check_corner(where, "bounds.max", bounds.max, space, 1)
  for axis, name in ipairs({ "x", "y", "z" }) do
    if low[axis] >= high[axis] then checks.fail(where, "bounds", "min must be below max along " .. name) end
  end
  return { min = low, max = high, edge = edge }
end

local function check_space(where, space)
  space = checks.optional(where, "space", space, "string") or "plane"
  if space ~= "plane" and space ~= "volume" then
    checks.fail(where, "space", "no space '" .. space .. "'" .. checks.suggestion(space, { "plane", "volume" }))
  end
  return space
end

local function check_kinds(where, kinds)
  local names, seen = {}, {}
  for index, kind in ipairs(checks.table(where, "kinds", kinds)) do
    local name = core.kind_name(kind)
    if not name then
      checks.fail(where, "kinds[" .. index .. "]", "a kind or its name expected, got " .. core.type(kind))
    end
    if seen[name] then checks.fail(where, "kinds[" .. index .. "]", "kind '" .. name .. "' is listed twice") end
    seen[name] = true
    names[index] = name
  end
  if #names == 0 then checks.fail(where, "kinds", "at least one kind expected") end
  return names
end

local function check_settings(where, settings)
  local record, seen = {}, {}
  for index, setting in ipairs(checks.table(where, "settings", settings)) do
    local path = "settings[" .. index .. "]"
    local declaration = core.marked("setting declaration", setting)
    if not declaration then
      checks.fail(where, path, "a drover.slider, toggle or choice expected, got " .. core.type(setting))
    end
    if seen[declaration.name] then
      checks.fail(where, path, "setting '" .. declaration.name .. "' is declared twice")
    end
    seen[declaration.name] = true
    record[index] = declaration
  end
  return record
end

local function check_monitors(where, monitors)
  local record = {}
  for name, monitor in pairs(checks.table(where, "monitors", monitors)) do
    checks.name(where, "monitors", name)
    checks.type(where, "monitors." .. name, monitor, "function")
    record[#record + 1] = { name = name, monitor = monitor }
  end
  return record
end

local FAMILIES = { "kind", "group", "surface", "flow", "terrain" }
local REMOVED = '{ kind = "old", into = "other" }'

local function check_removed_entry(where, path, entry)
  checks.type(where, path, entry, "table")
  checks.keys(where, path, entry, { "into", table.unpack(FAMILIES) }, REMOVED)
  local record = { into = checks.optional(where, path .. ".into", entry.into, "string") }
  for _, family in ipairs(FAMILIES) do
    if entry[family] ~= nil then
      if record.family then
        checks.fail(where, path, "one name, and optionally into, expected: it is written " .. REMOVED)
      end
      record.family, record.name = family, checks.type(where, path .. "." .. family, entry[family], "string")
    end
  end
  if not record.family then checks.fail(where, path, "what is removed is missing: it is written " .. REMOVED) end
  return record
end

--- What a reload may remove although it is in use.
local function check_removed(where, removed)
  local seen = {}
  local list = checks.list(where, "removed", checks.table(where, "removed", removed), check_removed_entry)
  for index, entry in ipairs(list) do
    local what = entry.family .. " '" .. entry.name .. "'"
    if seen[what] then checks.fail(where, "removed[" .. index .. "]", what .. " is removed twice") end
    seen[what] = true
  end
  return list
end

local function check_seed(where, seed)
  if seed == nil then return 1 end
  local whole = math.tointeger(checks.type(where, "seed", seed, "number"))
  if not whole or whole < 0 then checks.fail(where, "seed", "a whole number of 0 or more expected, got " .. seed) end
  return whole
end

local function check_tick_rate(where, rate)
  if rate == nil then return 60 end
  checks.finite(where, "tick_rate", rate)
  if rate < 1 or rate > 1000 then checks.fail(where, "tick_rate", rate .. " is not in 1 to 1000 ticks per second") end
  return rate
end

function definitions.scenario(where, def)
  checks.type(where, "drover.scenario", def, "table")
  checks.keys(where, "", def, SCENARIO_KEYS)
  local space = check_space(where, def.space)
  local record = {
    where = where,
    title = checks.optional(where, "title", def.title, "string") or "",
    tick_rate = check_tick_rate(where, def.tick_rate),
    seed = check_seed(where, def.seed),
    space = space,
    kinds = check_kinds(where, def.kinds),
    bounds = check_bounds(where, def.bounds, space),
    settings = check_settings(where, def.settings),
    monitors = check_monitors(where, def.monitors),
    removed = check_removed(where, def.removed),
    setup = checks.optional(where, "setup", def.setup, "function"),
    setting = checks.optional(where, "setting", def.setting, "function"),
    update = checks.optional(where, "update", def.update, "function"),
    on_reload = checks.optional(where, "on_reload", def.on_reload, "function"),
    draw = checks.optional(where, "draw", def.draw, "function"),
    tools = check_tools(where, def.tools),
  }
  for _, name in ipairs(INPUT_CALLBACKS) do
    record[name] = checks.optional(where, name, def[name], "function")
  end
  return core.mark("scenario", record)
end

return definitions
