return {
  name = "late",
  version = "1.0",
  api_version = 1,
  scenario = "mods",
  optional_depends = { "wool", "naps" },
  conflicts = { "nothing" },
}
