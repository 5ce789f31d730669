-- In the first tick the second agent lets the first turn into b, whose turn in that tick is over.
local drover = require "drover"

local b = drover.kind("b", {
  slots = { age = "number" },
  memory = { bag = {} },
  initial = "one",
  states = {
    one = {
      enter = function(self) print(self.kind, self.age, #self.bag, self.world.tick) end,
    },
  },
})

local a = drover.kind("a", {
  step = function(self)
    if self.world.tick ~= 0 or self.id ~= 2 then return end
    for other in self.world:agents "a" do
      if other ~= self then other:turn_into("b", { age = 3, bag = { 1, 2 } }) end
    end
  end,
})

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    world:spawn("a", {})
    world:spawn("a", {})
  end,
}
