local drover = require "drover"

local b = drover.kind("b", {})

local a = drover.kind("a", {
  slots = { who = "agent", at = "point", n = "number" },
  step = function(self) print(self.who) end,
})

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    local s = world:spawn "a"
    s.who, s.at, s.n = world:spawn "b", { 1, 2 }, 3
  end,
}
