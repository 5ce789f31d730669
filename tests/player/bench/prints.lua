local drover = require "drover"

local k = drover.kind("k", {})

return drover.scenario {
  kinds = { k },
  setup = function(world)
    print "hello"
    world:scatter("k", 3)
  end,
}
