local drover = require "drover"

local a = drover.kind("a", {
  memory = { first = true },
  step = function(self)
    print(self.id, self.world.tick, self.first)
    if self.first then
      local world = self.world
      self:remove()
      print("new", world:spawn("a", { first = false }).id)
    end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 2 do
      world:spawn("a", { first = i == 1 })
    end
  end,
}
