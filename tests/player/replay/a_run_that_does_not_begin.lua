local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function() error "no" end,
}
