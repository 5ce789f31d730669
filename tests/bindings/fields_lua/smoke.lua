local drover = require "drover"

drover.field("smoke", { cell = 1, evaporation = 0.5, diffusion = 0.5 })

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  bounds = { min = { 0, 0 }, max = { 40, 30 }, edge = "wrap" },
  setup = function(world) world:field("smoke"):add(20, 15, 20, 6) end,
}
