local drover = require "drover"
local steer = drover.steer

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 2,
  step = function(self)
    if self.world.tick == 1 then self:apply(north) end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
