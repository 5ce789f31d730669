-- What wild.lua has, and lynxes in a herd, on mire, in a gale, which come with the reload.
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

drover.group("herd", { memory = { n = 0 } })
drover.flow("gale", { field = function() return 1, 0 end })
drover.terrain("mire", { weight = 3 })

local lynx = drover.kind("lynx", {})

local deer = drover.kind("deer", {
  memory = { hunger = 9, fear = 2 },
  initial = "calm",
  states = { calm = {}, wild = {} },
})

return drover.scenario {
  kinds = { deer, wolf, lynx },
  on_reload = function(world)
    if world:count "lynx" > 0 then return end
    world:flow "gale"
    world:terrain "mire"
    local herd = world:new_group "herd"
    for _ = 1, 2 do
      world:spawn("lynx", { group = herd })
    end
  end,
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
