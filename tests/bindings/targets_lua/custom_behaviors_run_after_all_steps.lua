local drover = require "drover"
local run = require "boat"

return run {
  steer = drover.steer.custom(function() print "custom" end),
  step = function(self)
    print "step"
    if self.world.tick == 0 then self.world:spawn("boat", {}) end
  end,
}
