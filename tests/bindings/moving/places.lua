-- Wolves in a pack, on mud, in a wind.
local drover = require "drover"

-- Their names, if a save changes them, what they were called before, and what it removes.
local said = {}

drover.group(said.pack or "pack", { memory = { n = 0 }, renamed_from = said.was_pack })
drover.flow(said.wind or "wind", {
  field = function() return 1, 0 end,
  renamed_from = said.was_wind,
})
drover.terrain(said.mud or "mud", { weight = 3, renamed_from = said.was_mud })

local wolf = drover.kind(said.wolf or "wolf", {
  slots = { level = "number" },
  memory = { hunger = 1 },
  renamed_from = said.was_wolf,
})

local deer = drover.kind("deer", { memory = { hunger = 9, fear = 2 } })

return drover.scenario {
  kinds = { deer, wolf },
  removed = said.removed,
  setup = function(world)
    local pack = world:new_group "pack"
    pack.n = 4
    world:flow "wind"
    world:terrain "mud"
    for i = 1, 5 do
      world:spawn("wolf", { group = pack, hunger = i, level = 10 + i })
    end
    world:spawn("deer", { group = pack })
  end,
}
