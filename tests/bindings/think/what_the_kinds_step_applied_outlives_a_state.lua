local drover = require "drover"
local steer, when = drover.steer, drover.when

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  initial = "one",
  step = function(self) self:apply(north, self.world.tick) end,
  states = { one = { on = { { when.after(3 / 60), "two" } } }, two = {} },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
