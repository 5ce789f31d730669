local drover = require "drover"

drover.field("grass", { cell = 1, max = 2 })
local ant = drover.kind("ant", {})

return drover.scenario {
  bounds = { min = { 0, 0 }, max = { 4, 3 } },
  kinds = { ant },
  setup = function(world)
    world:field("grass"):fill(drover.image("map.png"))
  end,
}
