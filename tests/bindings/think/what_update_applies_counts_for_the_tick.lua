local drover = require "drover"
local steer = drover.steer

local north = steer.custom(function() return 0, 1 end)
local a = drover.kind("a", { think = 4, step = function(self) self:apply(north, 1) end })

return drover.scenario {
  kinds = { a },
  update = function(world)
    for s in world:agents() do
      if world.tick > 1 then s:apply(north, 10 * world.tick) end
    end
  end,
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
