local drover = require "drover"

local lost = { calm = {}, lost = {} }
local one = drover.kind("one", { initial = "calm", states = lost })
local two = drover.kind("two", { initial = "calm", states = lost })

return drover.scenario {
  kinds = { one, two },
  setup = function(world)
    for _ = 1, 3 do
      world:spawn("one", { state = "lost" })
    end
    for _ = 1, 3 do
      world:spawn("two", { state = "lost" })
    end
  end,
  update = function(world)
    world.memory.t = {}
    world.memory.t.f = print
  end,
}
