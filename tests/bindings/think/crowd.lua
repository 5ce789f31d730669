-- Steps of kind and state at paces of their own, behaviors with a state, births and deaths.

local drover = require "drover"
local steer, when = drover.steer, drover.when

local north = steer.custom(function() return 0, 1 end)
local stray, apart = steer.wander { strength = 2 }, steer.separation { radius = 4 }

local a = drover.kind("a", {
  think = 5,
  memory = { n = 0 },
  initial = "one",
  steer = steer.wander {},
  body = { max_speed = 5 },
  step = function(self, dt)
    self.n = self.n + dt
    self:apply(stray, 0.5)
    if self.id % 3 == 0 then self:apply(north, 0.1) end
  end,
  states = {
    one = {
      think = 3,
      step = function(self)
        self:apply(apart, self:random())
        if self.state_time > 0.3 then return "two" end
      end,
    },
    two = {
      step = function(self)
        self:apply(north, self:random())
        self:apply(stray, -0.2)
      end,
      on = { { when.chance(0.9), "one" } },
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:scatter("a", 300) end,
  update = function(world)
    if world.tick % 7 == 3 then
      world:scatter("a", 1)
      for s in world:agents() do
        if (s.id + world.tick) % 50 == 0 then s:remove() end
      end
    end
  end,
}
