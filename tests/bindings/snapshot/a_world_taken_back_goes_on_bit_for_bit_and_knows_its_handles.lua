local drover = require "drover"

local a = drover.kind("a", {
  slots = { other = "agent" },
  memory = { met = drover.none },
  steer = drover.steer.wander {},
  step = function(self) self.met = self:nearest() end,
})

return drover.scenario { kinds = { a }, setup = function(world) world:scatter("a", 20) end }
