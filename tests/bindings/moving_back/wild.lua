-- Wolves in a pack, on mud, in a wind, with two deer.
local drover = require "drover"

drover.group("pack", { memory = { n = 0 } })
drover.flow("wind", { field = function() return 1, 0 end })
drover.terrain("mud", { weight = 3 })

local wolf = drover.kind("wolf", {
  slots = { level = "number", prey = "agent" },
  memory = { hunger = 1 },
  initial = "calm",
  states = { calm = {}, hunt = {} },
})

local deer = drover.kind("deer", {
  memory = { hunger = 9, fear = 2 },
  initial = "calm",
  states = { calm = {}, wild = {} },
})

return drover.scenario {
  kinds = { deer, wolf },
  setup = function(world)
    local pack = world:new_group "pack"
    world:flow "wind"
    world:terrain "mud"
    pack.n = 4
    local prey = world:spawn("deer", { group = pack })
    for i = 1, 3 do
      local state = i > 1 and "hunt" or nil
      world:spawn("wolf", { group = pack, hunger = i, level = i, prey = prey, state = state })
    end
    world:spawn("deer", { state = "wild" })
  end,
}
