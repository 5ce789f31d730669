-- A declared way in the south, and two walkers with a planned way each: one in the middle, one in the north.
local drover = require "drover"

local walker = drover.kind("walker", {
  sight = { range = 1 },
  slots = { way = "path" },
  steer = drover.steer.path_following { path = "way" },
})

return drover.scenario {
  kinds = { walker },
  bounds = { min = { -20, -20 }, max = { 20, 20 }, edge = "contain" },
  setup = function(world)
    world:path { points = { { -15, -9 }, { 15, -9 } }, radius = 1 }
    for _, y in ipairs { 1, 9 } do
      world:spawn("walker", { x = -15, y = y, way = world:plan({ -15, y }, { 15, y }, { resolution = 1 }) })
    end
  end,
}
