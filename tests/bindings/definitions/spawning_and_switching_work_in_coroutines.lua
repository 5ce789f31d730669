local drover = require "drover"

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = { enter = function(self) print("enter", self) end },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local c = coroutine.wrap(function()
      for i = 1, 3 do
        coroutine.yield(world:spawn("a", { x = i }))
      end
      world:scatter("a", 2)
    end)
    for _ = 1, 3 do
      print(c().x)
    end
    c()
    print(world:count())
  end,
}
