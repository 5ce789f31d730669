local drover = require "drover"

local moth = drover.kind("moth", {
  timers = {
    wake = function(self, count) --[[kind]]
      print(self.world.tick, self, count)
      self:after(0.2, "wake", count + 1)
    end,
  },
})

return drover.scenario {
  kinds = { moth },
  tick_rate = 10,
  timers = {
    dawn = function(world, count) --[[scenario]]
      print(world.tick, "dawn", count)
      world:after(0.2, "dawn", count + 1)
    end,
  },
  setup = function(world)
    for i = 1, 2 do
      world:spawn("moth", {}):after(0.1 * i, "wake", 1)
    end
    world:after(0.1, "dawn", 1)
  end,
}
