local drover = require "drover"

local small = drover.kind("small", {
  memory = { n = 0 },
  step = function(self) self.n = self.n + 1 end,
})

return drover.scenario {
  kinds = { small },
  setup = function(world) world:scatter("small", 1000) end,
}
