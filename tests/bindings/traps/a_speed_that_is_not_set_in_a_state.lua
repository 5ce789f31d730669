local drover = require "drover"
local steer = drover.steer

local a = drover.kind("a", {
  slots = { pace = "number" },
  states = { idle = { speed = "pace", steer = steer.wander {} } },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn "a"
    world:spawn "a"
  end,
}
