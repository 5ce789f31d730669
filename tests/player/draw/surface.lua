local drover = require "drover"

local one = drover.kind("one", {})

drover.surface("it", { sphere = { center = { 0, 0, 0 }, radius = 10 } })

return drover.scenario {
  kinds = { one },
  space = "volume",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    world:surface "it"
    --[[setup]]
  end,
}
