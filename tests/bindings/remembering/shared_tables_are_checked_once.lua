local drover = require "drover"

local a = drover.kind("a", { memory = { m = 0 } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local t = {}
    for _ = 1, 60 do
      t = { t, t, t }
    end
    t[4] = t
    world.memory.t = t
    local s = world:spawn("a", { m = t })
    print(s.m[4] == t)
    local all = {}
    for i = 1, 500 do
      all[i] = { all, t }
    end
    world.memory.all = all
  end,
}
