local drover = require "drover"
local steer = drover.steer

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  step = function(self, dt)
    print(("%d: #%d %.0f"):format(self.world.tick, self.id, dt * 60))
    self:apply(north)
  end,
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    if world.tick == 2 then
      for s in world:agents() do
        s:remove()
      end
      world:spawn("a", {})
    end
  end,
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
