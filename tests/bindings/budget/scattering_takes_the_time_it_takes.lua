local drover = require "drover"

local idle = drover.kind("idle", {})

return drover.scenario {
  kinds = { idle },
  setup = function(world) world:scatter("idle", 100000) end,
  bounds = { min = { -1e4, -1e4 }, max = { 1e4, 1e4 } },
}
