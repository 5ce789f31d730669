-- A volume of 40 m, with what a test puts into it.

local drover = require "drover"

local ball = drover.kind("ball", {
  body = { locomotion = "fixed", solid = false }, look = { shape = "disc", size = 4, color = "red" },
})
local dart = drover.kind("dart", { look = { size = 4, color = "blue" } })

drover.surface("hill", {
  height = function(x, y) return 12 - 1.2 * math.max(math.abs(x), math.abs(y)) end,
  min = { -20, -20 }, max = { 20, 20 },
})
drover.flow("wind", { field = function() return 1, 0 end })
drover.surface("cliff", { plane = { point = { 0, 10, 0 }, normal = { 0, -1, 0 } } })
drover.surface("window", { plane = { point = { 0, -10, 0 }, normal = { 0, 1, 0 } } })
drover.surface("globe", { sphere = { center = { 0, 0, 0 }, radius = 8 } })

return drover.scenario {
  kinds = { ball, dart },
  space = "volume",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    world.visibility = math.huge -- clear water
    --[[setup]]
  end,
}
