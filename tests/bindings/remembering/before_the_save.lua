local drover = require "drover"

local a = drover.kind("a", {
  initial = "idle",
  states = { idle = {}, gone = {} },
  memory = { bag = {} },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", { state = "gone" })
    world.memory.t = {}
  end,
}
