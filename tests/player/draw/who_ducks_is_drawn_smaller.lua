local drover = require "drover"

local one = drover.kind("one", {
  body = { locomotion = "legged" },
  look = { shape = "disc", size = 6, color = "#ff0000" },
  stress = { drover.stress.duck { height = 2, clearance = 0 } },
})

return drover.scenario {
  kinds = { one },
  space = "volume",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    world:obstacle { box = { x = 8, y = 0, z = 1.5, w = 1, d = 9, h = 1 } }
    for x = -8, 8, 16 do
      world:spawn("one", { x = x, y = 0 })
    end
  end,
}
