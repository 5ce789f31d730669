-- Scenarios: their worlds, kinds, settings and callbacks.

local core, checks, check_tools, views = ...

local definitions = {}

local SCENARIO_KEYS = {
  "name", "based_on", "title", "tick_rate", "seed", "space", "kinds", "bounds", "origin", "settings", "monitors",
  "plots", "setup", "setting",
  "removed", "update", "on_reload", "draw", "timers", "tools", "mods", "theme", "view", "effects",
  "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "keypressed", "keyreleased",
}
local INPUT_CALLBACKS = { "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "keypressed", "keyreleased" }

local function check_corner(where, path, value, space, default_z)
  local x, y, z = core.point(value)
  if not x then checks.refuse_point(where, path, value, "{ x, y } in meters") end
  return { checks.finite(where, path, x), checks.finite(where, path, y), space == "volume" and z or default_z }
end

local BOUNDS = '{ min = { x, y }, max = { x, y }, edge = "contain" }'

---@class (exact) drover.bounds
---@field min drover.point the corner with the lowest x and y (and z)
---@field max drover.point the corner with the highest
---@field edge? drover.edge by default "open": agents can leave

local check_bounds = checks.gently(function(where, bounds, space)
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
end)

--- That its coordinates are multiples of 1,024 is checked when the program is put together.
local check_origin = checks.gently(function(where, origin, space)
  if origin == nil then return nil end
  local corner = check_corner(where, "origin", origin, space, 0)
  return { corner[1], corner[2], checks.finite(where, "origin", corner[3]) }
end)

local check_space = checks.gently(function(where, space)
  space = checks.optional(where, "space", space, "string") or "plane"
  if space ~= "plane" and space ~= "volume" then
    checks.fail(where, "space", "no space '" .. space .. "'" .. checks.suggestion(space, { "plane", "volume" }))
  end
  return space
end, function() return "plane" end)

function definitions.check_kinds(where, kinds)
  local names, seen = {}, {}
  local check = checks.gently(function(path, kind)
    local name = core.kind_name(kind)
    if not name then checks.fail(where, path, "a kind or its name expected, got " .. core.type(kind)) end
    if seen[name] then checks.fail(where, path, "kind '" .. name .. "' is listed twice") end
    seen[name] = true
    return name
  end, core.lost)
  for index, kind in ipairs(checks.table(where, "kinds", kinds)) do
    names[#names + 1] = check("kinds[" .. index .. "]", kind)
  end
  return names
end

--- Two lists: the settings, and the buttons among them. The `place` of a button is how many settings come before it.
function definitions.check_settings(where, settings)
  local record, buttons, seen = {}, {}, { button = {}, setting = {} }
  local take = checks.gently(function(path, setting)
    local declaration = core.marked("setting declaration", setting)
    if not declaration then
      checks.fail(where, path, "a drover.slider, toggle, choice or button expected, got " .. core.type(setting))
    end
    local is_button = declaration.kind == "button"
    local what = is_button and "button" or "setting"
    if seen[what][declaration.name] then
      checks.fail(where, path, what .. " '" .. declaration.name .. "' is declared twice")
    end
    seen[what][declaration.name] = true
    if is_button then
      local name, press = declaration.name, declaration.press
      buttons[#buttons + 1] = { name = name, title = declaration.title, press = press, place = #record }
    else
      record[#record + 1] = declaration
    end
  end, core.lost)
  for index, setting in ipairs(checks.table(where, "settings", settings)) do
    take("settings[" .. index .. "]", setting)
  end
  return record, buttons
end

definitions.check_monitors = checks.gently(function(where, monitors)
  local record = {}
  for name, monitor in pairs(checks.table(where, "monitors", monitors)) do
    checks.name(where, "monitors", name)
    checks.type(where, "monitors." .. name, monitor, "function")
    record[#record + 1] = { name = name, monitor = monitor }
  end
  return record
end, checks.nothing)

--- The columns that reports and sweeps have anyway.
local COLUMNS = { tick = true, time = true, seed = true, run = true, status = true, error = true }

--- A monitor is a column by its name, so it may have none of theirs. Those of mods have the mod's name in front.
local check_columns = checks.gently(function(where, monitors)
  for _, monitor in ipairs(monitors) do
    if COLUMNS[monitor.name] then
      checks.fail(where, "monitors." .. monitor.name, "reports and sweeps have a column of that name: give it another")
    end
  end
  return monitors
end, checks.nothing)

local PLOT = '{ title = "herd", "fleeing", "grazing", unit = "animals" }'

---A plot of the window: the names of the monitors that share it, in the order of its legend.
---@class (exact) drover.plot
---@field [integer] string the name of a monitor
---@field title? string by default the names
---@field unit? string of its values, such as "m/s"

local function check_plot(where, path, plot, known)
  local names, seen = {}, {}
  checks.type(where, path, plot, "table")
  for index, name in ipairs(plot) do
    local place = path .. "[" .. index .. "]"
    checks.type(where, place, name, "string")
    if not checks.set_of(known)[name] then
      checks.fail(where, place, "no monitor '" .. name .. "'" .. checks.suggestion(name, known))
    end
    if seen[name] then checks.fail(where, place, "'" .. name .. "' is listed twice") end
    seen[name], names[index] = true, name
  end
  local keys = { "title", "unit" }
  for index in ipairs(names) do keys[#keys + 1] = index end
  checks.keys(where, path, plot, keys, PLOT)
  if #names == 0 then checks.fail(where, path, "the name of a monitor expected: it is written " .. PLOT) end
  return {
    title = checks.optional(where, path .. ".title", plot.title, "string") or table.concat(names, ", "),
    unit = checks.optional(where, path .. ".unit", plot.unit, "string") or "",
    monitors = names,
  }
end

--- `monitors` are records.
local check_plots = checks.gently(function(where, plots, monitors)
  local known = {}
  for index, monitor in ipairs(monitors) do known[index] = monitor.name end
  return checks.list(where, "plots", checks.table(where, "plots", plots), function(_, path, plot)
    return check_plot(where, path, plot, known)
  end)
end, checks.nothing)

definitions.check_tools = check_tools

local check_mods = checks.gently(function(where, mods)
  local seen = {}
  return checks.list(where, "mods", checks.table(where, "mods", mods), function(_, path, name)
    local known = checks.name(where, path, name)
    if not known then return nil end
    if seen[known] then checks.fail(where, path, "'" .. known .. "' is listed twice") end
    seen[known] = true
    return known
  end)
end, checks.nothing)

local FAMILIES = { "kind", "group", "surface", "flow", "field", "terrain", "link" }
local REMOVED = '{ kind = "old", into = "other" }'

---Exactly one of kind, group, surface, flow, field, terrain, and link: a name from earlier code that no longer exists,
---though the running world still uses it.
---@class (exact) drover.removed
---@field kind? string a name that a kind had
---@field group? string a name that a group had
---@field surface? string a name that a surface had
---@field flow? string a name that a flow had
---@field field? string a name that a field had
---@field terrain? string a name that a terrain had
---@field link? string a name that a link had
---@field into? string what takes its place; without it, everything of that name is removed

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
local check_removed = checks.gently(function(where, removed)
  local seen = {}
  local list = checks.list(where, "removed", checks.table(where, "removed", removed), check_removed_entry)
  for index, entry in ipairs(list) do
    local what = entry.family .. " '" .. entry.name .. "'"
    if seen[what] then checks.fail(where, "removed[" .. index .. "]", what .. " is removed twice") end
    seen[what] = true
  end
  return list
end, checks.nothing)

local check_seed = checks.gently(function(where, seed)
  if seed == nil then return 1 end
  local whole = math.tointeger(checks.type(where, "seed", seed, "number"))
  if not whole or whole < 0 then checks.fail(where, "seed", "a whole number of 0 or more expected, got " .. seed) end
  return whole
end)

local check_tick_rate = checks.gently(function(where, rate)
  if rate == nil then return 60 end
  checks.finite(where, "tick_rate", rate)
  if rate < 1 or rate > 1000 then checks.fail(where, "tick_rate", rate .. " is not in 1 to 1000 ticks per second") end
  return rate
end)

--- A scenario is called as its folder may be, which is more than names in code.
local check_name = checks.gently(function(where, key, name)
  if checks.optional(where, key, name, "string") == "" then checks.fail(where, key, "it is empty") end
  return name
end)

---The table that `return drover.scenario { … }` takes, at the end of main.lua: the world, its kinds, and callbacks.
---@class (exact) drover.scenario_definition
---@field name? string what mods call it, in the `scenario` of their mod.lua; the name of its folder by default, or of its file if it is not main.lua
---@field based_on? string the name of the scenario that it is a copy of, whose mods are for it, too; `drover new --from` writes it
---@field title? string the title of the window
---@field tick_rate? number ticks per second, 1 to 1000; 60 by default
---@field seed? integer a whole number, 0 or more, that all random numbers come from; 1 by default; `--seed` overrides it
---@field space? "plane"|"volume" a plane, the default, keeps z at 0
---@field kinds (string|drover.declared_kind)[] all its kinds: `{ wolf, require "caribou" }`
---@field bounds? drover.bounds a 100 m square about the origin, open, by default
---@field origin? drover.point what positions count from inside the world, in multiples of 1024 m: by default the nearest to the middle of `bounds`, or else of the `.wkt` files read at the top of a file. Scripts and files keep the coordinates of the map; positions resolve 0.1 mm within a kilometer of the origin
---@field settings? drover.setting_declaration[] sliders, switches, and buttons, in the order in which the window shows them
---@field monitors? table<string, fun(world: drover.world): number> functions that return a number, plotted in the window and written by `--report`
---@field plots? drover.plot[] which monitors share a plot in the window: `{ { title = "herd", "fleeing", "grazing" } }`; every other has one of its own, below these
---@field removed? drover.removed[] names from earlier code that a save may drop even though they are in use
---@field setup? fun(world: drover.world, settings: drover.settings) runs once, before the first tick, to build the world and spawn agents; again after a restart, but not after a reload
---@field setting? fun(world: drover.world, name: string, value: any) runs after somebody has changed a setting, not after a script has
---@field update? fun(world: drover.world, dt: number) runs once per tick, before the agents
---@field timers? table<string, fun(world: drover.world, data: any)> functions that `world:after(seconds, name, data)` calls later, by name
---@field on_reload? fun(world: drover.world) runs after a save was accepted
---@field draw? fun(world: drover.world, draw: drover.draw) runs for every picture; cannot change anything
---@field tools? table<string, drover.tool> tools for the mouse, by name
---@field theme? drover.theme the look of the ground; "grass" by default
---@field view? drover.view from where a volume is shown at first; from the south, 35 degrees high, by default
---@field effects? boolean|drover.effects what the window draws by itself; all by default
---@field mods? string[] mods in the scenario's folder `mods` that always apply
---@field mousepressed? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) button 1 is left, 2 middle, 3 right; `agent` is the one under the mouse, or nil
---@field mousereleased? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) like `mousepressed`
---@field mousemoved? fun(world: drover.world, x: number, y: number, dx: number, dy: number) the mouse moved to x, y, by dx, dy, in meters
---@field wheelmoved? fun(world: drover.world, dx: number, dy: number) dy is 1 for one notch away from you
---@field keypressed? fun(world: drover.world, key: string) for names of keys, see `world:key_down`
---@field keyreleased? fun(world: drover.world, key: string) like `keypressed`

---What `drover.scenario` returns. main.lua returns it.
---@class drover.declared_scenario

---Declare the scenario. main.lua returns it: `return drover.scenario { … }`.
---@param def drover.scenario_definition
---@return drover.declared_scenario
function definitions.scenario(where, def)
  checks.type(where, "drover.scenario", def, "table")
  checks.keys(where, "", def, SCENARIO_KEYS)
  local space = check_space(where, def.space)
  local kinds = definitions.check_kinds(where, def.kinds)
  if #kinds == 0 and not core.lists_mistakes() then checks.fail(where, "kinds", "at least one kind expected") end
  local record = {
    where = where,
    def = def,
    name = check_name(where, "name", def.name) or core.scenario() or "",
    based_on = check_name(where, "based_on", def.based_on) or "",
    title = checks.optional(where, "title", def.title, "string") or "",
    tick_rate = check_tick_rate(where, def.tick_rate),
    seed = check_seed(where, def.seed),
    space = space,
    kinds = kinds,
    bounds = check_bounds(where, def.bounds, space),
    origin = check_origin(where, def.origin, space),
    monitors = check_columns(where, definitions.check_monitors(where, def.monitors)),
    removed = check_removed(where, def.removed),
    setup = checks.optional(where, "setup", def.setup, "function"),
    setting = checks.optional(where, "setting", def.setting, "function"),
    update = checks.optional(where, "update", def.update, "function"),
    on_reload = checks.optional(where, "on_reload", def.on_reload, "function"),
    draw = checks.optional(where, "draw", def.draw, "function"),
    timers = checks.timers(where, def.timers),
    tools = check_tools(where, def.tools),
    mods = check_mods(where, def.mods),
    theme = views.check_theme(where, def.theme),
    view = views.check_view(where, def.view, space),
    effects = views.check_effects(where, def.effects),
  }
  record.settings, record.buttons = definitions.check_settings(where, def.settings)
  record.plots = check_plots(where, def.plots, record.monitors)
  for _, name in ipairs(INPUT_CALLBACKS) do
    record[name] = checks.optional(where, name, def[name], "function")
  end
  return core.mark("scenario", record)
end

return definitions
