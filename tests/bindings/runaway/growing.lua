local drover = require "drover"

local a = drover.kind("a", { steer = drover.steer.wander {} })

return drover.scenario {
  kinds = { a },
  --[[more]]
  setup = function(world) world:scatter("a", 20) end,
}
