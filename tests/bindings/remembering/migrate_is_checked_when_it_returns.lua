local drover = require "drover"

local a = drover.kind("a", {
  initial = "idle",
  states = { idle = {} },
  memory = { bag = {} },
  migrate = function(self)
    self.bag.f = print
  end,
})

return drover.scenario { kinds = { a } }
