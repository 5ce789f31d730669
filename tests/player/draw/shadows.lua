-- An agent at (−10, 10), a ball at (10, 10), a house at (−10, −10), and at (10, −10) what nobody runs into.
local drover = require "drover"

local walker = drover.kind("walker", { look = { shape = "person", size = 4, color = "white" } })

return drover.scenario {
  kinds = { walker },
  setup = function(world)
    world:spawn("walker", { x = -10, y = 10 })
    world:obstacle { sphere = { x = 10, y = 10, radius = 2 } }
    world:obstacle { box = { x = -10, y = -10, w = 4, d = 3 } }
    world:obstacle { box = { x = 10, y = -10, w = 4, d = 3 }, blocks = { movement = false } }
  end,
  --[[more]]
}
