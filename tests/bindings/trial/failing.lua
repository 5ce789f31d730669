local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    if self.id == 9 then error "broken" end
  end,
})

return drover.scenario {
  kinds = { a },
  update = function(world) end,
  setup = function(world)
    for _ = 1, 4 do
      world:spawn("a", {})
    end
  end,
}
