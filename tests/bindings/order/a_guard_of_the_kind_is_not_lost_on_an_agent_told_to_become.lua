local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  on = {
    { when.every(2 / 60), function(self) print(self.world.tick, self.state) end },
  },
  states = { one = {}, two = { on = { { when.after(0), "one" } } } },
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    for agent in world:agents() do
      agent:become "two"
    end
  end,
  setup = function(world) world:spawn("a", {}) end,
}
