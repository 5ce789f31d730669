local drover = require "drover"

local a = drover.kind("a", {
  think = 4,
  step = function(self, dt) print(("%d: #%d %.0f"):format(self.world.tick, self.id, dt * 60)) end,
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    if world.tick ~= 4 then return end
    for _ = 1, 4 do
      world:spawn("a", {})
    end
  end,
}
