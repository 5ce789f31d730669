-- A field of a million cells that evaporates and spreads, alone: it is full, or holds something in one place.
local drover = require "drover"

local side = 1000 -- cells, each of a square meter

drover.field("scent", { cell = 1, evaporation = 0.01, diffusion = 0.1, max = 1 })

return drover.scenario {
  title = "A field",
  kinds = { drover.kind("nobody", {}) },
  bounds = { min = { 0, 0 }, max = { side, side } },
  settings = { drover.choice("amount", "full", { "full", "nearly empty", restart = true }) },
  setup = function(world, settings)
    if settings.amount == "full" then
      world:field("scent"):fill(0.5)
    else
      world:field("scent"):set(side / 2 + 0.5, side / 2 + 0.5, 1)
    end
  end,
}
