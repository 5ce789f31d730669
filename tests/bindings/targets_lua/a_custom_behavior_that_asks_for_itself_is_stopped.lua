local drover = require "drover"
local run = require "boat"

local c
c = drover.steer.custom(function(self) return self:steering(c) end)

return run { steer = c }
