local drover = require "drover"

drover.field("grass", { cell = 1, max = 2 })
local ant = drover.kind("ant", {})
local map <const> = drover.image("map.png")

return drover.scenario {
  bounds = { min = { 0, 0 }, max = { 4, 3 } },
  kinds = { ant },
  setup = function(world)
    local grass = world:field("grass")
    local function show(...) print(string.rep("%.4f", select("#", ...), " "):format(...)) end
    for _, channel in ipairs { "red", "green", "blue", "alpha", "brightness" } do
      grass:fill(map, { channel = channel, amount = 1 })
      show(grass:at(0.5, 2.5), grass:at(3.5, 2.5), grass:at(0.5, 0.5), grass:at(3.5, 0.5))
    end
    grass:fill(map)
    show(grass:at(0.5, 2.5), grass:at(3.5, 2.5), grass:at(0.5, 0.5), grass:at(3.5, 0.5))
    grass:fill(0.25)
    print(grass:total())
  end,
}
