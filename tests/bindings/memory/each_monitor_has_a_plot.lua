local drover = require "drover"

local function value() return 1 end

return drover.scenario {
  kinds = { drover.kind("mouse", {}) },
  monitors = { a = value, b = value, c = value, d = value, e = value },
  plots = {
    { "c", "a", title = "two of them", unit = "m/s" },
    { "a", "b" },
    { "d", title = "one" },
  },
}
