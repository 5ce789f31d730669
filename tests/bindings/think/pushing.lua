local drover = require "drover"

local north = drover.steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  step = function(self) self:apply(north, self.world.tick) end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
