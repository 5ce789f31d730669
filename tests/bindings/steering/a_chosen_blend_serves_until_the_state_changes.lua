local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local east, north = steer.seek { target = { 1e6, 0 } }, steer.seek { target = { 0, 1e6 } }
local west = steer.seek { target = { -1e6, 0 } }

local a = drover.kind("a", {
  body = { max_speed = 10, max_force = 1e9, response = 0.001 },
  blends = { up = blend.sum { north } },
  initial = "one",
  states = {
    one = {
      steer = east,
      step = function(self)
        if self.world.tick == 1 then self:steer "up" end
        if self.world.tick == 3 then self:steer() end
        if self.world.tick == 4 then self:steer "up" end
        if self.world.tick == 5 then return "two" end
      end,
    },
    two = { steer = west, step = function() end },
  },
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
