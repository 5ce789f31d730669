local drover = require "drover"
local steer, when = drover.steer, drover.when

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  initial = "one",
  states = {
    one = {
      step = function(self) self:apply(north, 1) end,
      on = { { when.after(3 / 60), "two" } },
    },
    two = {
      step = function(self, dt)
        print(("%d: #%d %.0f"):format(self.world.tick, self.id, dt * 60))
        self:apply(north, 10)
      end,
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
