local drover = require "drover"

local early = math.random(1000)

local a = drover.kind("a", {
  step = function(self) print(self.id, self:random(), math.random(9), self:random()) end,
})

return drover.scenario {
  kinds = { a },
  seed = 5,
  setup = function(world)
    print(early, world:random(), world:random(6), world:random(3, 4), world:random_point())
    world:scatter("a", 3)
  end,
}
