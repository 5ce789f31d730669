return { name = "cubs", version = "1.0", api_version = 1, scenario = "mods", depends = { "fox" } }
