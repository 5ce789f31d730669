local drover = require "drover"

local deer = drover.kind("deer", { steer = drover.steer.wander {} })

return drover.scenario {
  kinds = { deer },
  monitors = { n = function(world) return world:count "deer" end },
  setup = function(world) world:scatter("deer", 5) end,
}
