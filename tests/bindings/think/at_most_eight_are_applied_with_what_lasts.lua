local drover = require "drover"
local steer = drover.steer

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  step = function(self)
    for _ = 1, 8 do
      self:apply(north)
    end
  end,
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    for s in world:agents() do
      if world.tick > 1 then print(world.tick, pcall(s.apply, s, north)) end
    end
  end,
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
