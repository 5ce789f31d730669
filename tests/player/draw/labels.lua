local drover = require "drover"

local quiet = drover.kind("quiet", { body = { locomotion = "fixed", radius = 0.5 }, look = { color = "black" } })

return drover.scenario {
  kinds = { quiet },
  bounds = { min = { -30, -30 }, max = { 30, 30 } },
  setup = function(world)
    world:spawn("quiet", { x = -10, label = "HHHH" })
    world:spawn("quiet", { x = -10, y = -1, label = "HHHH" })
    world:spawn("quiet", { x = -10, y = 9 })
  end,
}
