local drover = require "drover"

-- Of these each works a little, as long as a test makes `print` take.
local busy = drover.kind("busy", {
  initial = "grazing",
  states = {
    grazing = { step = function() print "1" end },
  },
})

local idle = drover.kind("idle", {
  memory = { n = 0 },
  step = function(self) self.n = self.n + 1 end,
})

return drover.scenario {
  kinds = { busy, idle },
  setup = function(world)
    world:scatter("busy", 1000)
    world:scatter("idle", 10)
  end,
}
