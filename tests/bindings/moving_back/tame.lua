-- Whatever wild.lua has becomes something else.
local drover = require "drover"

drover.group("herd", { memory = { n = 0 } })
drover.flow("gale", { field = function() return 1, 0 end })
drover.terrain("mire", { weight = 3 })

local deer = drover.kind("deer", {
  memory = { hunger = 9, fear = 2 },
  initial = "calm",
  states = { calm = {}, wild = {} },
})

return drover.scenario {
  kinds = { deer },
  removed = {
    { kind = "wolf", into = "deer" },
    { group = "pack", into = "herd" },
    { flow = "wind", into = "gale" },
    { terrain = "mud", into = "mire" },
  },
}
