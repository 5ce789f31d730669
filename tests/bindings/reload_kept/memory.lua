local drover = require "drover"

drover.group("g", { memory = { n = 1 } })

local a = drover.kind("a", {
  memory = { n = 1, gone = 5, old = 2 },
  step = function(self) print(self.n, self.gone) end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn("a", { n = 7, group = world:new_group "g" })
    s.gone = nil
    s.group.n = 3
    world.memory.kept = "kept"
  end,
}
