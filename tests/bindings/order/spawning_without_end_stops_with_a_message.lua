local drover = require "drover"

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = { enter = function(self) self.world:spawn("a", {}) end },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", {})
    print(world:count() > 1)
  end,
}
