local drover = require "drover"
local steer, when = drover.steer, drover.when

local a = drover.kind("a", {
  sight = { range = 9, angle = 6.28319 },
  steer = steer.separation { radius = 2, angle = 6.2832 },
  on = { when.sees("a", { within = 5 }) },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local one = world:spawn(a)
    print(one.sight_angle <= 2 * math.pi + 1e-6)
    one.sight_angle = 6.2832
    one.sight_angle = one.sight_angle
    print(one.sight_angle <= 2 * math.pi + 1e-6)
  end,
}
