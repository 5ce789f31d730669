local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    print(self.id)
    if self.id == 2 then error "broken" end
  end,
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    print "update"
    if world.tick == 1 then error "no update" end
  end,
  setup = function(world)
    for _ = 1, 3 do
      world:spawn("a", {})
    end
  end,
}
