local drover = require "drover"
local stress = drover.stress

local LEGS = { radius = 0.25, max_speed = 1, stride = 0.5, locomotion = "legged" }

local k = drover.kind("k", {
  body = LEGS,
  memory = { asked = 0 },
  stress = {
    stress.forward(),
    stress.custom(function(_, x, _, turn, stride)
      assert(stride >= 0 and stride <= 0.5 and math.abs(turn) <= 0.61)
      return x > 3 and math.huge or 0
    end),
  },
})

return drover.scenario {
  kinds = { k },
  setup = function(world) world:spawn("k", { x = 0, y = 0 }) end,
  update = function(world)
    for walker in world:agents() do
      assert(walker.x <= 3.001)
      if world.tick == 170 then assert(walker.x > 2.4) end
    end
  end,
}
