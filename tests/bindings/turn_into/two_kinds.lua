local drover = require "drover"

local b = drover.kind("b", {
  slots = { place = "point" },
  memory = { list = {} },
})

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      step = function(self) --[[step]] end,
      --[[state]]
    },
  },
})

return drover.scenario {
  kinds = { a, b },
  setup = function(world) world:spawn("a", {}) end,
}
