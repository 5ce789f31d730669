local drover = require "drover"

local hill <const> = drover.surface("hill", { height = drover.image("hill.png"), low = 2, high = 12 })
drover.surface("small", {
  height = drover.image("hill.png"), channel = "red", min = { 0, 0 }, max = { 3, 2 },
})
local goat = drover.kind("goat", {
  body = { locomotion = "surface" }, slots = { surface = "surface" }, steer = drover.steer.wander {},
})

return drover.scenario {
  space = "volume",
  bounds = { min = { 10, 20, 0 }, max = { 16, 24, 20 } },
  kinds = { goat },
  setup = function(world)
    local ground = world:surface(hill)
    local function show(surface, x, y) print(x, y, (select(3, surface:nearest(x, y, 0)))) end
    show(ground, 10, 24) -- the pixel at the left and top
    show(ground, 12, 24)
    show(ground, 16, 20)
    show(ground, 11, 24) -- half way between the first two
    show(ground, 16, 22)
    local small = world:surface("small")
    show(small, 0, 2)
    show(small, 1, 2)
    show(small, 3, 0)
    world:spawn(goat, { x = 11, y = 24, surface = ground })
  end,
}
