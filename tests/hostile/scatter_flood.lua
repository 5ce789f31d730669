-- is not in 0 to
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    world:scatter("ant", 1000000000)
  end,
}
