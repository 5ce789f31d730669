local drover = require "drover"

local first = drover.kind("a", {})
local second = drover.kind("b", {})
local third = drover.kind("x", {})

return drover.scenario {
  kinds = { first, second, third },
  setup = function(world)
    world:spawn "a"
    world:spawn "b"
    world:spawn "a"
  end,
}
