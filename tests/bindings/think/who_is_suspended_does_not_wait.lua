local drover = require "drover"

local a = drover.kind("a", {
  think = 2,
  step = function(self, dt)
    print(("%d: #%d %.0f"):format(self.world.tick, self.id, dt * 60))
    if self.world.tick == 3 then error "no" end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
