local drover = require "drover"

drover.group("pack", {})
drover.surface("ball", { sphere = { center = { 0, 0, 0 }, radius = 8 } })

local kinds = {
  drover.kind("one", {
    slots = { it = "agent" },
    steer = drover.steer.custom(function() return 0, 0, 0 end),
  }),
  drover.kind("other", { body = { locomotion = "fixed" } }),
}

return drover.scenario {
  kinds = kinds,
  space = "volume",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    local one = world:spawn("one", { x = 12, y = 0 })
    --[[setup]]
  end,
}
