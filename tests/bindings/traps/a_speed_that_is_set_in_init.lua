local drover = require "drover"
local steer = drover.steer

local a = drover.kind("a", {
  slots = { pace = "number" },
  speed = "pace",
  steer = steer.wander {},
  init = function(self) self.pace = 1 end,
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
