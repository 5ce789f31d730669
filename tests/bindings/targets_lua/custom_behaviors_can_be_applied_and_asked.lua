local drover = require "drover"
local run = require "boat"

local c = drover.steer.custom(function() return 4, 0 end)

return run {
  step = function(self)
    print((self:steering(c)))
    self:apply(c, 0.5)
  end,
}
