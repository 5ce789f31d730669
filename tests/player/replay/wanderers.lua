local drover = require "drover"

local a = drover.kind("a", { steer = drover.steer.wander {} })

return drover.scenario {
  kinds = { a },
  setup = function(world) world:scatter("a", 3) end,
}
