local drover = require "drover"

local ant = drover.kind("ant", {
  initial = "idle",
  states = {
    idle = {
      step = function() print(pcall(drover.image, "map.png")) end,
      steer = drover.steer.custom(function()
        print(pcall(drover.image, "map.png"))
        return 0, 0
      end),
    },
  },
})

return drover.scenario {
  kinds = { ant },
  monitors = { map = function() return drover.image("map.png").width end },
  setup = function(world) world:spawn("ant", {}) end,
  update = function() print(pcall(drover.image, "map.png")) end,
}
