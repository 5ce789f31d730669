local drover = require "drover"

local one = drover.kind("one", {
  body = { locomotion = "fixed" },
  look = { shape = "disc", size = 6, color = "#ff0000" },
})

return drover.scenario {
  kinds = { one },
  space = "volume",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    for i = -1, 1 do
      world:spawn("one", { x = 8 * i, y = 0, z = 20 * i })
    end
  end,
}
