local drover = require "drover"

local a = drover.kind("a", {
  initial = "one",
  memory = { n = 7 },
  init = function(self) print("init", self.n, self.state) end,
  states = {
    one = {
      enter = function(self, from) print("enter", from, self.n, self.x, self.state_time) end,
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    print "before"
    local agent = world:spawn("a", { x = 3, n = 8 })
    print "after"
    print(agent.state, agent.n)
  end,
}
