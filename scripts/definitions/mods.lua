-- Mods: what they are, in which order they apply, what they add to a scenario, and how they extend its definitions.
--
-- An attempt to load calls `listed`, then `begin` with every mod's mod.lua, then `apply` for one mod after the other,
-- and then `finish`, which returns the scenario that mods made. An extension edits a copy of the plain definition. Then
-- the copy is checked as the original was, so that a mistake is the mistake of the mod that made it.

local core, checks, definitions, edits, listing = ...

local API_VERSION = 1

local MANIFEST_KEYS = {
  "name", "title", "description", "version", "api_version", "scenario", "depends", "optional_depends", "conflicts",
}
local MOD_KEYS = { "kinds", "settings", "monitors", "timers", "tools", "setup", "update", "draw", "on_reload" }
local CALLBACKS = { "setup", "update", "draw", "on_reload" }
local FAMILIES = { "kind", "group", "surface", "flow", "field", "terrain", "link" }

local mods = {}

-- Of the attempt under way. `manifests` has what each mod.lua says, by name; `extensions` has a list for each mod;
-- `added` is what mods add to the scenario. `defined` has the definitions so far, if changes are listed.
local base, manifests, extensions, added, defined

-- mod.lua

local function check_names(where, path, value)
  return checks.list(where, path, checks.table(where, path, value), function(_, element, name)
    return checks.name(where, element, name)
  end)
end

local function check_api_version(where, version)
  if version == nil then return end
  local whole = math.tointeger(checks.type(where, "api_version", version, "number"))
  if not whole or whole < 1 then
    checks.fail(where, "api_version", "a whole number of 1 or more expected, got " .. version)
  end
  if whole > API_VERSION then
    checks.fail(where, "api_version", "this mod needs version " .. whole .. " of mods; this Drover has " .. API_VERSION)
  end
end

--- What a mod for another scenario finds there may differ, or may not: that shows when it is applied.
local function warn_of_scenario(manifest, record)
  local wanted = manifest.scenario
  if not wanted or record.name == "" or wanted == record.name or wanted == record.based_on then return end
  core.warn(manifest.where .. ": scenario: this mod is for '" .. wanted .. "', and this is '" .. record.name .. "'"
    .. (record.based_on ~= "" and ", based on '" .. record.based_on .. "'" or ""))
end

---What mod.lua of a mod returns.
---@class (exact) drover.manifest
---@field name string of letters, digits and _: the mod's name in messages, settings, and other mods' lists
---@field title? string for people
---@field description? string one sentence for people
---@field version? string of the mod, such as "1.2"
---@field api_version? integer of the functions for mods that it needs; 1 is the only one so far
---@field scenario? string the name of the scenario that it is for, or of the one that this is based on; in any other, it warns
---@field depends? string[] mods that it needs, which are applied before it
---@field optional_depends? string[] mods that are applied before it if they are there; of two that name each other, the first by name is first
---@field conflicts? string[] mods that it does not work with

local function check_manifest(name, def)
  local where = "mods/" .. name .. "/mod.lua:1"
  if core.type(def) ~= "table" then
    error("mods/" .. name .. "/mod.lua:1: return { name = \"" .. name .. "\" }, not " .. core.type(def), 0)
  end
  checks.keys(where, "", def, MANIFEST_KEYS)
  if def.name == nil then checks.fail(where, "name", "every mod has one") end
  checks.name(where, "name", def.name)
  if def.name ~= name then
    checks.fail(where, "name", "'" .. def.name .. "' is another mod: this one runs as '" .. name .. "'")
  end
  for _, key in ipairs({ "title", "description", "version" }) do
    checks.optional(where, key, def[key], "string")
  end
  check_api_version(where, def.api_version)
  return {
    name = name,
    where = where,
    title = def.title or name,
    description = def.description or "",
    version = def.version or "",
    scenario = checks.optional(where, "scenario", def.scenario, "string"),
    depends = check_names(where, "depends", def.depends),
    optional_depends = check_names(where, "optional_depends", def.optional_depends),
    conflicts = check_names(where, "conflicts", def.conflicts),
  }
end

-- The order

local function check_relations(list, known)
  local names = {}
  for index, manifest in ipairs(list) do names[index] = manifest.name end
  for _, manifest in ipairs(list) do
    for _, other in ipairs(manifest.depends) do
      if not known[other] then
        local near = core.nearest(other, names)
        checks.fail(manifest.where, "depends", "needs the mod '" .. other .. "', which is not enabled"
          .. (near and near ~= manifest.name and " (" .. near .. "?)" or ""))
      end
    end
    for _, other in ipairs(manifest.conflicts) do
      if known[other] then
        checks.fail(manifest.where, "conflicts", "does not work with the mod '" .. other .. "', which is enabled")
      end
    end
  end
end

--- The mods that a mod comes after, as a list and by name: "depends" or "optional_depends".
local function befores(manifest, known)
  local list, why = {}, {}
  for _, key in ipairs({ "depends", "optional_depends" }) do
    for _, name in ipairs(manifest[key]) do
      local is_itself = name == manifest.name and key == "optional_depends"
      if known[name] and not why[name] and not is_itself then list[#list + 1], why[name] = name, key end
    end
  end
  return list, why
end

--- A cycle among the mods that are left: a list of names, in which each comes after the next, and the last after the
--- first.
local function cycle_among(after, placed, start)
  local seen, path, name = {}, {}, start
  while not seen[name] do
    path[#path + 1], seen[name] = name, #path + 1
    for _, other in ipairs(after[name].list) do
      if not placed[other] then
        name = other
        break
      end
    end
  end
  return table.move(path, seen[name], #path, 1, {})
end

--- Let the first mod by name of those that only want to come after another not do so. Raise if there is none.
local function break_cycle(after, known, cycle)
  local first, last
  for index, name in ipairs(cycle) do
    local other = cycle[index + 1] or cycle[1]
    if after[name].why[other] == "optional_depends" and (not first or name < first) then first, last = name, other end
  end
  if not first then
    checks.fail(known[cycle[1]].where, "depends", "mods depend on each other: " .. table.concat(cycle, " -> ") .. " -> "
      .. cycle[1])
  end
  for index, other in ipairs(after[first].list) do
    if other == last then table.remove(after[first].list, index) end
  end
  core.warn(known[first].where .. ": optional_depends: mods want to come after each other: '" .. first
    .. "' comes before '" .. last .. "'")
end

--- The names of mods, each after those that it depends on, otherwise by name.
local function order(list)
  local known, after, placed, ordered = {}, {}, {}, {}
  table.sort(list, function(a, b) return a.name < b.name end)
  for _, manifest in ipairs(list) do known[manifest.name] = manifest end
  check_relations(list, known)
  for _, manifest in ipairs(list) do
    local names, why = befores(manifest, known)
    after[manifest.name] = { list = names, why = why }
  end
  local function is_ready(name)
    if placed[name] then return false end
    for _, other in ipairs(after[name].list) do
      if not placed[other] then return false end
    end
    return true
  end
  while #ordered < #list do
    local next_one, left
    for _, manifest in ipairs(list) do
      if is_ready(manifest.name) then
        next_one = manifest.name
        break
      end
      left = left or not placed[manifest.name] and manifest.name
    end
    if next_one then
      ordered[#ordered + 1], placed[next_one] = next_one, true
    else
      break_cycle(after, known, cycle_among(after, placed, left))
    end
  end
  return ordered
end

-- What mods add

--- A kind, group, surface, flow, field, terrain, or link that is declared twice is a mistake, even if nothing lists it.
local function check_declared(name)
  local prefix = "mods/" .. name .. "/"
  for _, family in ipairs(FAMILIES) do
    local seen = {}
    for _, record in ipairs(core.declared(family)) do
      local other = seen[record.name]
      if other and record.where:sub(1, #prefix) == prefix then
        error(record.where .. ": drover." .. family .. ": " .. family .. " '" .. record.name .. "' exists: "
          .. (other.declared_at or other.where) .. " declares it", 0)
      end
      seen[record.name] = other or record
    end
  end
end

--- The record of a kind of the scenario or of any mod so far. Raise if there is none.
local function find_kind(where, path, kind)
  local names = {}
  for index, record in ipairs(core.declared("kind")) do
    if record.name == kind then return record end
    names[index] = record.name
  end
  checks.fail(where, path, "there is no kind '" .. kind .. "'" .. checks.suggestion(kind, names))
end

local function add_kinds(where, kinds)
  local own = core.marked("scenario", base)
  local lister = setmetatable({}, { __index = added.lister })
  for _, kind in ipairs(own.kinds) do lister[kind] = own.where end
  for index, kind in ipairs(kinds) do
    find_kind(where, "kinds[" .. index .. "]", kind)
    if lister[kind] then
      checks.fail(where, "kinds[" .. index .. "]", "kind '" .. kind .. "' exists: " .. lister[kind] .. " lists it")
    end
    added.kinds[#added.kinds + 1] = kind
    added.lister[kind] = where
  end
end

--- A copy of a record whose name has the mod's in front.
local function named_by(mod, record)
  local copy = {}
  for key, value in pairs(record) do copy[key] = value end
  copy.name = mod .. "." .. record.name
  if copy.title == record.name then copy.title = copy.name end
  return copy
end

local function add_all(mod, key, list)
  for _, record in ipairs(list) do added[key][#added[key] + 1] = named_by(mod, record) end
end

--- Call this before the mod's settings are added.
local function add_buttons(mod, list)
  local first = #added.buttons
  add_all(mod, "buttons", list)
  for index = first + 1, #added.buttons do
    added.buttons[index].place = added.buttons[index].place + #added.settings
  end
end

local function check_tool_keys(where)
  local taken = {}
  for _, list in ipairs({ core.marked("scenario", base).tools, added.tools }) do
    for _, tool in ipairs(list) do
      if tool.key ~= "" and taken[tool.key] then
        local both = taken[tool.key] .. " and " .. tool.name
        checks.fail(where, "tools", "'" .. tool.key .. "' is the key of both " .. both)
      end
      taken[tool.key] = tool.name
    end
  end
end

---What init.lua of a mod returns: `return drover.mod { … }`. Nothing is required, and a mod that only extends what is
---there needs no `drover.mod`.
---@class (exact) drover.mod_definition
---@field kinds? (string|drover.declared_kind)[] kinds that it adds
---@field settings? drover.setting_declaration[] called by the mod's name and theirs, as in `--set winter.depth=2` and `press winter.Thaw`; in the mod's own code by theirs
---@field monitors? table<string, fun(world: drover.world): number> called by the mod's name and theirs
---@field timers? table<string, fun(world: drover.world, data: any)> functions for `world:after`, called by the mod's name and theirs; in the mod's own code by theirs
---@field tools? table<string, drover.tool> called by the mod's name and theirs
---@field setup? fun(world: drover.world, settings: drover.settings) runs after the scenario's and those of mods before it; also when the mod is switched on during play
---@field update? fun(world: drover.world, dt: number) runs after the scenario's
---@field draw? fun(world: drover.world, draw: drover.draw) runs after the scenario's
---@field on_reload? fun(world: drover.world) runs after the scenario's

---What `drover.mod` returns. init.lua returns it.
---@class drover.declared_mod

---Declare what a mod adds to a scenario. Its init.lua returns it: `return drover.mod { … }`.
---@param def drover.mod_definition
---@return drover.declared_mod
function definitions.mod(where, def)
  if not core.mod() then
    error(where .. ": drover.mod: only a mod has it; main.lua returns drover.scenario { … }", 0)
  end
  checks.type(where, "drover.mod", def, "table")
  checks.keys(where, "", def, MOD_KEYS)
  local record = {
    where = where,
    kinds = definitions.check_kinds(where, def.kinds),
    monitors = definitions.check_monitors(where, def.monitors),
    timers = checks.timers(where, def.timers),
    tools = definitions.check_tools(where, def.tools),
  }
  record.settings, record.buttons = definitions.check_settings(where, def.settings)
  for _, name in ipairs(CALLBACKS) do
    record[name] = checks.optional(where, name, def[name], "function")
  end
  return core.mark("mod", record)
end

--- The record of what a mod's init.lua returned; an empty one for nothing.
local function record_of(name, value)
  local is_nothing = value == nil or value == true
  local nothing = { kinds = {}, settings = {}, buttons = {}, monitors = {}, timers = {}, tools = {} }
  local record = is_nothing and nothing or core.marked("mod", value)
  if not record then
    error("mods/" .. name .. "/init.lua:1: return drover.mod { … } or nothing, not " .. core.type(value), 0)
  end
  record.name = name
  record.version = manifests[name].version
  return record
end

local function add_mod(name, value)
  local record = record_of(name, value)
  add_kinds(record.where, record.kinds)
  add_buttons(name, record.buttons)
  add_all(name, "settings", record.settings)
  add_all(name, "monitors", record.monitors)
  add_all(name, "timers", record.timers)
  add_all(name, "tools", record.tools)
  check_tool_keys(record.where)
  added.mods[#added.mods + 1] = record
  added.suspended[#added.mods] = false
end

-- Extending

local function add_extension(where, what, kind, edit)
  local mod = core.mod()
  if not mod then error(where .. ": " .. what .. ": only in a mod", 0) end
  checks.type(where, what, edit, "function")
  extensions[mod][#extensions[mod] + 1] = { where = where, kind = kind, edit = edit }
end

---Change the definition of a kind of the scenario, or of a mod before this one. The function gets the plain table that
---`drover.kind` got, with `def:wrap`, `def:before`, `def:after`, and `def:replace`. It runs once the scenario and the mods
---before this one have loaded, and again with every save. Its result is checked as any definition.
---@param kind string|drover.declared_kind
---@param edit fun(def: drover.extended)
function definitions.extend(where, kind, edit)
  local name = core.kind_name(kind)
  if not name then
    error(where .. ": drover.extend: a kind or its name expected, got " .. core.type(kind), 0)
  end
  add_extension(where, "drover.extend " .. name, name, edit)
end

---Change the definition of the scenario: the plain table that `drover.scenario` got.
---@param edit fun(def: drover.extended)
function definitions.extend_scenario(where, edit)
  add_extension(where, "drover.extend_scenario", nil, edit)
end

--- Replace a kind's record. Mistakes that show later, when all kinds are known, are blamed on the last extension.
local function extend_kind(extension)
  local record = find_kind(extension.where, "drover.extend", extension.kind)
  local def = edits.apply(extension.where, record.def, extension.edit, #added.mods, added.suspended)
  local changed = definitions.check_kind(extension.where, record.name, def)
  changed.declared_at = record.declared_at or record.where
  for key in pairs(record) do record[key] = nil end
  for key, value in pairs(changed) do record[key] = value end
end

local function extend_scenario(extension)
  local before = core.marked("scenario", base).def
  local def = edits.apply(extension.where, before, extension.edit, #added.mods, added.suspended)
  base = definitions.scenario(extension.where, def)
end

--- Note what a mod has changed: how the definitions differ from those without it.
local function note_changes(mod)
  if not core.lists_changes then return end
  local before = defined
  defined = listing.of(core.marked("scenario", base), added.kinds, added.mods)
  for _, path in ipairs(listing.differences(before, defined)) do
    added.changes[#added.changes + 1] = { path = path, mod = mod }
  end
end

-- Called by the loading of modules

--- The mods that a scenario lists. As no code of a mod has run so far, its definitions are those without mods.
function mods.listed(scenario)
  local record = core.marked("scenario", scenario)
  if record and core.lists_changes then defined = listing.of(record, {}, {}) end
  return record and record.mods or {}
end

--- What a mod.lua says: title, description, version.
function mods.describe(name, def)
  local manifest = check_manifest(name, def)
  return manifest.title, manifest.description, manifest.version
end

function mods.begin(scenario, list)
  if not core.marked("scenario", scenario) then error("mods need a scenario, and main.lua returns none", 0) end
  base, manifests, extensions = scenario, {}, {}
  added = {
    kinds = {}, settings = {}, buttons = {}, monitors = {}, timers = {}, tools = {}, mods = {}, lister = {},
    changes = {}, suspended = {},
  }
  local checked = {}
  for index, mod in ipairs(list) do
    checked[index] = check_manifest(mod[1], mod[2])
    manifests[mod[1]] = checked[index]
    warn_of_scenario(checked[index], core.marked("scenario", scenario))
    extensions[mod[1]] = {}
  end
  return order(checked)
end

function mods.apply(name, value)
  check_declared(name)
  add_mod(name, value)
  for _, extension in ipairs(extensions[name]) do
    local extend = extension.kind and extend_kind or extend_scenario
    extend(extension)
  end
  note_changes(name)
end

function mods.finish()
  local record = {}
  for key, value in pairs(core.marked("scenario", base)) do record[key] = value end
  for _, button in ipairs(added.buttons) do button.place = button.place + #record.settings end
  for _, key in ipairs({ "kinds", "settings", "buttons", "monitors", "timers", "tools" }) do
    record[key] = table.move(record[key], 1, #record[key], 1, {})
    table.move(added[key], 1, #added[key], #record[key] + 1, record[key])
  end
  record.mods = added.mods
  record.changes = added.changes
  record.suspended = added.suspended
  local result = core.mark("scenario", record)
  base, manifests, extensions, added, defined = nil, nil, nil, nil, nil
  return result
end

definitions.mods = mods

return {}
