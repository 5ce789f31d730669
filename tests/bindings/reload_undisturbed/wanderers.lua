local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local stray = steer.wander { strength = 2 }

local a = drover.kind("a", {
  blends = { odd = blend.sum { steer.wander {} } },
  steer = blend.sum { steer.wander {}--[[more]] },
  step = function(self)
    if self.id == 1 then self:steer "odd" end
    if self.id == 2 then self:apply(stray) end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 3 do
      world:spawn("a", { x = i * 10 })
    end
  end,
}
