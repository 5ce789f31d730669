local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world.memory.t =
      { zebra = print, ape = print, cow = print, [30] = print, [7] = print, [true] = print }
  end,
}
