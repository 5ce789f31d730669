local drover = require "drover"

local a = drover.kind("a", {
  memory = { n = 0 },
  step = function(self)
    print(self.id)
    if self.id == 2 then self.n = nil + 1 end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _ = 1, 3 do
      world:spawn("a", {})
    end
  end,
}
