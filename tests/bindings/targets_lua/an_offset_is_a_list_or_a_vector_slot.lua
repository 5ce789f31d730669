local drover = require "drover"
local run = require "boat"
local steer = drover.steer

local a = steer.offset_pursuit { target = { 9, 4 }, offset = { -5, 0 } }
local b = steer.offset_pursuit { target = { 9, 4 }, offset = "place" }

return run {
  step = function(self)
    print((self:steering(a)), (self:steering(b)))
    self.place = drover.vec(-5, 0, 0)
    print((self:steering(b)))
  end,
}
