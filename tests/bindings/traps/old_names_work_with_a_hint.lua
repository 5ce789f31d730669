local drover = require "drover"
local when = drover.when

drover.group("g", { targets = { quarry = "agent" } })

local a = drover.kind("a", {
  targets = { goal = "number" },
  initial = "x",
  monitors = { { when.after(0.02), "y" } },
  states = { x = {}, y = {} },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _ = 1, 2 do
      world:spawn(a, { group = world:group "g" }).goal = 3
    end
    world:agents()().group.quarry = world:agents()()
  end,
  update = function(world)
    local b = world:agents()()
    print(b.goal, b.group.quarry, b.state)
  end,
}
