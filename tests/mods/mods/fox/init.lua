-- A kind with states and memory, spawned in setup.
local drover = require "drover"
local steer, when = drover.steer, drover.when

local fox = drover.kind("fox", {
  memory = { naps = 0 },
  states = {
    sneaking = { steer = steer.seek { target = { 0, 0 } }, on = { { when.after(0.5), "napping" } } },
    napping = {
      speed = 0,
      enter = function(self) self.naps = self.naps + 1 end,
      on = { { when.after(0.3), "sneaking" } },
    },
  },
  initial = "sneaking",
})

return drover.mod { kinds = { fox }, setup = function(world) world:scatter("fox", 3) end }
