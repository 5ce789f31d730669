-- What a save makes of states.lua.
local drover = require "drover"

local a = drover.kind("a", {
  initial = "calm",
  memory = { n = 0 },
  slots = { at = "point" },
  migrate = function(self, old)
    print("migrate", self, old, self.state)
    if old == "wild" and self.id == 2 then return "odd" end
  end,
  states = {
    calm = { enter = function(self, from) print("enter", self, from) end },
    odd = {},
    found = { renamed_from = "lost", enter = function() print "never" end },
  },
})

return drover.scenario {
  kinds = { a },
  on_reload = function(world)
    for s in world:agents() do
      print(s, s.state, s.n)
    end
  end,
  setup = function(world)
    for i, name in ipairs { "calm", "wild", "lost", "wild" } do
      world:spawn("a", { state = name, n = i, x = i })
    end
  end,
}
