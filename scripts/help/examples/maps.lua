local drover = require "drover"

-- @example image, field, world, drover
drover.field("grass", { cell = 1, color = "green" })
drover.field("water", { cell = 1, max = 5, color = "blue" })
local island <const> = drover.image("island.png")

drover.terrain("shore", { speed = 0.8, color = "tan" })

local function draw_map(world)
  local field = world:field("grass")
  field:fill(island) -- 1 where it is white
  field = world:field("water")
  field:fill(island, { channel = "blue", amount = 3 })
  print(island.width, island.height)
  local red, green, blue, alpha = island:at(1, 1) -- at the top left
  print(red, green, blue, alpha)
  local colors = { ["#e1cd8c"] = "shore" } -- others are left as they are
  print(#world:build(island, { as = "terrain", colors = colors }))
end
-- @end

return drover.scenario {
  bounds = { min = { -32, -24 }, max = { 32, 24 } },
  kinds = { drover.kind("goat", {}) },
  setup = draw_map,
}
