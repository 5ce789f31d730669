local drover = require "drover"

drover.field("grass", { cell = 1, max = 2 })
local ant = drover.kind("ant", {})
local map <const>, unused <const> = drover.image("map.png"), drover.image("unused.png")

return drover.scenario {
  bounds = { min = { 0, 0 }, max = { 4, 3 } },
  kinds = { ant },
  setup = function(world)
    world:field("grass"):fill(map)
  end,
  update = function()
    assert(unused.width == 4)
  end,
}
