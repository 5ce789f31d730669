local drover = require "drover"
local steer = drover.steer

local north = steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  step = function(self)
    if self.id == 1 then
      for s in self.world:agents() do
        if s ~= self then s:apply(north, 5) end
      end
    end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 2 do
      world:spawn("a", { x = 10 * i })
    end
  end,
}
