local drover = require "drover"
local run = require "boat"
local steer, blend = drover.steer, drover.blend

local one = steer.custom { function(self) return self.x, 2 end }
local two = steer.custom(function() return drover.vec(0, 0.5, 9) end)

return run {
  steer = blend.sum {
    one,
    blend.weighted { { two, 2 } },
    steer.custom(function() end),
  },
}
