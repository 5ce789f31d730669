local drover = require "drover"

drover.flow("wind", { field = function() return 1, 0 end, resolution = 2 })

local wolf = drover.kind("wolf", {
  memory = { n = 1 },
  init = function() end,
  initial = "calm",
  states = {
    calm = {},
    hunt = { enter = function() end },
  },
})

return drover.scenario {
  kinds = { wolf },
  setup = function(world)
    local wind = world:flow "wind"
    wind:set(1, 1, 1, 0)
    for _ = 1, 2 do
      world:spawn("wolf", { state = "hunt" })
    end
  end,
}
