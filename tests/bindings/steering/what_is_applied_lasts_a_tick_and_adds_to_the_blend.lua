local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local east, north = steer.seek { target = { 1e6, 0 } }, steer.seek { target = { 0, 1e6 } }

local a = drover.kind("a", {
  body = { max_speed = 10, max_force = 1e9, response = 0.001 },
  steer = blend.weighted { { east, 0.5 } },
  step = function(self)
    if self.world.tick == 0 then self:apply(north, 0.25) end
    -- Nothing in tick 1.
    if self.world.tick == 2 then self:apply(east, -0.5) end
    if self.world.tick == 3 then
      self:apply(north)
      self:apply(north, -1)
    end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world)
    for s in world:agents() do
      if world.tick > 0 then print(math.floor(s.vx * 100 + 0.5), math.floor(s.vy * 100 + 0.5)) end
    end
  end,
}
