local drover = require "drover"

local herd <const> = drover.data("herd.csv")
local ant = drover.kind("ant", {})

return drover.scenario {
  kinds = { ant },
  setup = function(world)
    for _, row in ipairs(herd) do world:spawn("ant", { x = row.x, y = row.y }) end
    for _, place in ipairs(drover.data("extra/places.json")) do world:spawn("ant", { x = place[1], y = place[2] }) end
  end,
  update = function(world)
    world.memory.sum = 0
    for _, row in ipairs(herd) do world.memory.sum = world.memory.sum + row.x end
    print(world.memory.sum)
  end,
}
