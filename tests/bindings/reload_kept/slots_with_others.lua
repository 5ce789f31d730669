-- What a save makes of slots.lua.
local drover = require "drover"

local b = drover.kind("b", {})

local a = drover.kind("a", {
  slots = { aaa = "number", who = "agent", at = "vector", n = "number", zzz = "point" },
  step = function(self)
    print(self.who, self.who.kind, self.kind, self.at, self.n, self.aaa, self.zzz, self:sees())
  end,
})

return drover.scenario {
  kinds = { b, a },
  setup = function(world)
    local s = world:spawn "a"
    s.who, s.at, s.n = world:spawn "b", { 1, 2 }, 3
  end,
}
