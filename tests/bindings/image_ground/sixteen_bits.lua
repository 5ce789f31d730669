local drover = require "drover"

drover.surface("hill", { height = drover.image("hill.png"), high = 65535, min = { 0, 0 }, max = { 3, 2 } })

return drover.scenario {
  space = "volume",
  bounds = { min = { 0, 0, 0 }, max = { 3, 2, 65535 } },
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    local hill = world:surface("hill")
    for y = 2, 0, -1 do
      local heights = {}
      for x = 0, 3 do heights[x + 1] = select(3, hill:nearest(x, y, 0)) end
      print(table.concat(heights, " "))
    end
  end,
}
