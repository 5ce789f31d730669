local drover = require "drover"

local kind = drover.kind("small", {
  memory = { n = 0 },
  step = function(self)
    print "2"
    self.n = self.n + 1
  end,
})

return drover.scenario {
  kinds = { kind },
  update = function() print "300" end,
  setup = function(world) world:scatter("small", 150) end,
}
