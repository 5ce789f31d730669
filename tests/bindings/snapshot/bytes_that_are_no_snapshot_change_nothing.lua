local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:scatter("a", 20) end,
}
