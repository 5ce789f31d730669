local drover = require "drover"
local steer = drover.steer

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  steer = north,
  step = function(self)
    self:apply(north, 2)
    self:apply(north, 4)
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
