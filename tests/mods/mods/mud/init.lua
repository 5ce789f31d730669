-- A terrain, in a region.
local drover = require "drover"

drover.terrain("mud", { speed = 0.5, color = "sienna", kinds = { dog = { speed = 0.8 } } })

return drover.mod {
  settings = { drover.slider("depth", 0.5) },
  setup = function(world)
    world.memory.mud = world:region { shape = { box = { x = 0, y = 0, w = 30, d = 30 } }, terrain = "mud" }
  end,
  update = function(world)
    local mud = world.memory.mud
    if mud and mud.alive then mud.speed = 1 - 0.5 * world.settings.depth end
  end,
}
