std = "lua54"
max_line_length = 120
exclude_files = { "build*" } -- installed copies

-- What scripts run by Drover find: the sandbox has no more.
files["samples"] = {
  read_globals = { math = { fields = { "pow" } } },
  not_globals = { "collectgarbage", "debug", "dofile", "io", "load", "loadfile", "os", "package" },
}
files["tests/bench"] = files["samples"]
files["scripts/testing.lua"] = {
  read_globals = files["samples"].read_globals, not_globals = files["samples"].not_globals,
  max_comment_line_length = false,
}
files["scripts/help/examples"] = files["samples"]
-- Scripts that mean no good need not be tidy.
files["tests/hostile"] = { ignore = { "211", "241", "311", "542" } }
-- Names that other Luas have and the sandbox lacks.
files["tests/bindings/sandbox"] = { ignore = { "113", "143" } }
-- What these are about: locals of a module that are assigned and start over when it is loaded again.
files["tests/bindings/generations"] = { ignore = { "231" } }
-- A reload warns of a guard that nothing uses.
files["tests/bindings/dropping"] = { ignore = { "211" } }
-- Saves and cases put code in the place of the marks, which may use every argument, or every local.
files["tests/bindings/trial"] = { ignore = { "212" } }
files["tests/bindings/runaway"] = files["tests/bindings/trial"]
files["tests/fuzz/reload_scene"] = files["tests/bindings/trial"]
files["tests/player/trial"] = files["tests/bindings/trial"]
files["tests/bindings/coverage"] = { ignore = { "211", "212" } }
files["tests/bindings/behavior"] = files["tests/bindings/coverage"]
files["tests/bindings/budget/functions_of_guards_and_behaviors_are_stopped_too.lua"] = files["tests/bindings/coverage"]
files["tests/bindings/memory_packed/scene.lua"] = files["tests/bindings/coverage"]
files["tests/bindings/order/writes.lua"] = files["tests/bindings/coverage"]
files["tests/bindings/slots/seeking.lua"] = files["tests/bindings/coverage"]
files["tests/bindings/steering/quick.lua"] = files["tests/bindings/coverage"]
files["tests/bindings/turn_into/two_kinds.lua"] = files["tests/bindings/coverage"]
files["tests/player/draw/links.lua"] = files["tests/bindings/coverage"]
files["tests/player/draw/slots.lua"] = files["tests/bindings/coverage"]
files["tests/player/progress"] = files["tests/bindings/trial"]
-- An annotation for editors is one line.
files["scripts/definitions"] = { max_comment_line_length = false }
files["scripts/goap.lua"] = files["scripts/definitions"]
files["scripts/schema.lua"] = files["scripts/definitions"]
