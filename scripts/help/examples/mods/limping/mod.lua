-- @example mod.lua
return {
  name = "limping",
  title = "Wolves that limp",
  description = "One wolf in two has a bad leg.",
  version = "1.0",
  api_version = 1,
  scenario = "modded", -- its `name`, or what it is `based_on`
  depends = {}, -- needs, and comes after
  optional_depends = { "winter" }, -- comes after, if it is there
  conflicts = { "flying" },
}
-- @end
