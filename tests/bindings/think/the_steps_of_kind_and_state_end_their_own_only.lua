local drover = require "drover"
local steer = drover.steer

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  initial = "one",
  step = function(self) self:apply(north, 100 * self.world.tick) end,
  states = {
    one = { think = 2, step = function(self) self:apply(north, self.world.tick) end },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
