local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  think = 50,
  initial = "one",
  states = {
    one = { step = function() end, on = { { when.after(3 / 60), "two" } } },
    two = { enter = function(self) print(self.world.tick) end },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
