local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = { on = { { when.after(2 / 60), "two" } } },
    two = { enter = function(self) print("two", self.world.tick) end },
  },
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    for agent in world:agents() do
      agent:become(agent.state)
    end
  end,
  setup = function(world) world:spawn("a", {}) end,
}
