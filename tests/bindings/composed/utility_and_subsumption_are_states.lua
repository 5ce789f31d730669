local drover = require "drover"
local steer = drover.steer
local utility, subsumption = drover.utility, drover.subsumption

local a = drover.kind("a", {
  initial = "day",
  memory = { food = 0 },
  states = {
    day = utility.best {
      inertia = 0.25,
      options = {
        eat = {
          score = function(self) return 1 - self.food end,
          step = function(self, dt) self.food = self.food + dt end,
        },
        walk = {
          score = function() return 0.5 end,
          steer = steer.wander {},
          enter = function(self) print("walks", self.food > 0.75) end,
          step = function(self)
            if self.state_time > 2 then return "night" end
          end,
        },
      },
    },
    night = subsumption.layers {
      {
        when = function(self) return self.x > 20 end,
        hold = 100,
        steer = steer.seek { target = { 0, 0 } },
      },
      {
        enter = function() print "ahead" end,
        steer = steer.seek { target = { 100, 0 } },
      },
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn "a" end,
  update = function(world)
    if world.tick == 30 or world.tick == 119 or world.tick == 900 then
      for s in world:agents() do
        print(s.state, s.utility.turn, s.x > 15)
      end
    end
  end,
}
