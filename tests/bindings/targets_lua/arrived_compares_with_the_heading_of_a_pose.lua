local drover = require "drover"
local run = require "boat"
local when = drover.when

return run {
  on = {
    {
      when.arrived { target = "berth", angle = 0.4 },
      function(self) print(self.world.tick) end,
    },
  },
  step = function(self)
    self.berth = { x = 3, y = 4, heading = self.world.tick == 1 and 1.1 or 1.3 }
  end,
}
