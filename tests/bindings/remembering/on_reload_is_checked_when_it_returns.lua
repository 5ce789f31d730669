local drover = require "drover"

local a = drover.kind("a", {
  initial = "idle",
  states = { idle = {}, gone = {} },
  memory = { bag = {} },
})

return drover.scenario {
  kinds = { a },
  on_reload = function(world)
    world.memory.t.f = print
  end,
}
