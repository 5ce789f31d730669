local drover = require "drover"
local steer = drover.steer

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 2,
  initial = "one",
  states = {
    one = {
      step = function(self)
        self:apply(north, 1)
        return "two"
      end,
    },
    two = { step = function(self) self:apply(north, 10) end },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
