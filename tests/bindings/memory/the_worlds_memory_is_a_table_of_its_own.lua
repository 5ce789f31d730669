local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    local m = self.world.memory
    m.n = (m.n or 0) + 1
    print(m.n)
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", {})
    print(next(world.memory))
  end,
}
