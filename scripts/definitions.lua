-- What scripts declare: kinds with states, groups, flows, fields, terrain, links, settings, and scenarios. Each
-- definition is checked while its module loads, and turned into a plain record that the binding can trust. Values and
-- names that need the whole program (kinds, slots, other kinds' states) are checked when the program is put together.

local core = ...

local checks = core.script("checks")(core)
local interruption = core.script("monitors")(core, checks)
interruption.add = checks.gently(interruption.add)
local looks = checks.gentle(core.script("looks")(core, checks), { check = true })
local states = checks.gentle(core.script("states")(core, checks, interruption), { check = true, on = true })
local check_tools = checks.gently(core.script("tools")(core, checks), checks.nothing)
local views = checks.gentle(core.script("views")(core, checks), {})

local definitions = { checks = checks, monitors = interruption, by = looks.by }

for _, family in ipairs({
  core.script("models")(core, checks),
  core.script("kinds")(core, checks, looks, states, interruption),
  core.script("links")(core, checks),
  core.script("places")(core, checks),
  core.script("settings")(core, checks),
  core.script("scenarios")(core, checks, check_tools, views),
}) do
  for name, define in pairs(family) do definitions[name] = define end
end

local edits = core.script("edits")(core, checks)
core.script("mods")(core, checks, definitions, edits, core.script("listing")(core, edits.sections))

return definitions
