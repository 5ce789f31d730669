-- Of the two surfaces, the test makes the ground itself.
local drover = require "drover"

local one = drover.kind("one", {})

drover.surface("it", { sphere = { center = { 0, 0, -15 }, radius = 10 } })
drover.surface("ground", { plane = { point = { 0, 0, 0 }, normal = { 0, 0, 1 } } })

return drover.scenario {
  kinds = { one },
  space = "volume",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world) world:surface "it" end,
}
