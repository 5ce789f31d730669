local drover = require "drover"
local steer = drover.steer

local east, north = steer.seek { target = { 1e6, 0 } }, steer.seek { target = { 0, 1e6 } }

local a = drover.kind("a", {
  body = { max_speed = 10, max_force = 1e9, response = 0.001 },
  steer = east,
  speed = 3,
  initial = "one",
  states = {
    one = {
      step = function(self)
        if self.world.tick == 1 then return "two" end
      end,
    },
    two = {
      steer = north,
      speed = 2,
      step = function(self)
        if self.world.tick == 3 then return "three" end
      end,
    },
    three = { speed = 1 },
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
