local drover = require "drover"

local one = drover.kind("one", {
  body = { locomotion = "fixed" },
  look = { shape = "disc", color = "#ff0000", size = 4 },
})

return drover.scenario {
  kinds = { one },
  space = "plane",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    world:spawn("one", { x = 0 })
    world:spawn("one", { x = 8 })
  end,
}
