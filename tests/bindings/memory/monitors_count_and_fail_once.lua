local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  monitors = {
    total = function(world) return world:count() end,
    flag = function() return 1 end,
    none = function() end,
    bad = function()
      print "called"
      error "no"
    end,
    word = function() return "x" end,
  },
  setup = function(world) world:scatter("a", 3) end,
}
