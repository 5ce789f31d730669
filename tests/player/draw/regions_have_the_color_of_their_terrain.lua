local drover = require "drover"

local one = drover.kind("one", {})

drover.terrain("water", { color = "#0000ff" })

return drover.scenario {
  kinds = { one },
  space = "plane",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    world:region { shape = { box = { x = 5, y = 5, w = 4, d = 4 } }, terrain = "water" }
  end,
}
