-- A field of 400 by 240 cells, no two of which hold the same: a moment of it has to keep each of them.
local drover = require "drover"

local width, height = 400, 240

drover.field("scent", { cell = 1, evaporation = 0.01, diffusion = 0.1, max = 1 })

return drover.scenario {
  title = "An uneven field",
  kinds = { drover.kind("nobody", {}) },
  bounds = { min = { 0, 0 }, max = { width, height } },
  setup = function(world)
    local field = world:field "scent"
    for x = 0.5, width do
      for y = 0.5, height do field:set(x, y, world:random()) end
    end
  end,
}
