-- What wolves.lua has, by other names and with other defaults and callbacks.
local drover = require "drover"

drover.flow("gale", {
  field = function() return 1, 0 end,
  renamed_from = "wind",
  resolution = 3,
})

local hound = drover.kind("hound", {
  renamed_from = "wolf",
  memory = { n = 2 },
  init = function() print(1) end,
  initial = "calm",
  states = {
    calm = {},
    prowl = { renamed_from = "hunt", enter = function() print(1) end },
  },
})

return drover.scenario {
  kinds = { hound },
  setup = function(world)
    local gale = world:flow "gale"
    gale:set(1, 1, 1, 0)
    for _ = 1, 2 do
      world:spawn("hound", { state = "prowl" })
    end
  end,
}
