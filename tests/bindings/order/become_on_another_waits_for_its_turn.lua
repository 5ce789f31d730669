local drover = require "drover"

local a = drover.kind("a", {
  initial = "calm",
  step = function(self)
    if self.id == 2 and self.world.tick == 0 then
      for other in self.world:agents() do
        if other ~= self then
          other:become "wild"
          print(other, other.state)
        end
      end
    end
  end,
  states = {
    calm = {},
    wild = { enter = function(self, from) print(self.id, from, self.world.tick) end },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _ = 1, 3 do
      world:spawn("a", {})
    end
  end,
}
