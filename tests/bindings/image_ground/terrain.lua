local drover = require "drover"

drover.terrain("mud", { color = "brown", speed = 0.5 })
drover.terrain("grass", {})
local map <const> = drover.data("map.png")

return drover.scenario {
  bounds = { min = { 10, 20 }, max = { 18, 26 } },
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    for _, region in ipairs(world:build(map, { as = "terrain", colors = { ["#ff0000"] = "mud", lime = "grass" } })) do
      print(region, region.x, region.y, region.terrain)
    end
    for y = 25, 21, -2 do
      print(world:terrain_at(11, y), world:terrain_at(13, y), world:terrain_at(15, y), world:terrain_at(17, y))
    end
  end,
}
