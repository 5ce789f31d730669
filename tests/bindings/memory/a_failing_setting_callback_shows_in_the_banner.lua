local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  settings = { drover.toggle("x", false) },
  setting = function() error "no" end,
}
