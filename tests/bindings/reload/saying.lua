local drover = require "drover"

local a = drover.kind("a", {
  step = function(self) print("one", self.world.tick) end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    print "setup"
    world:spawn("a", {})
  end,
}
