local drover = require "drover"

local one = drover.kind("one", {
  body = { locomotion = "flying", max_speed = 5 },
  slots = { to = "point" },
  steer = drover.steer.seek { target = "to" },
})

return drover.scenario {
  kinds = { one },
  space = "volume",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    world:spawn("one", { heading = 0, speed = 5, to = drover.vec(0, 15, 0) })
    world:spawn("one", { heading = 0, speed = 5, to = drover.vec(15, 0, 15) })
  end,
}
