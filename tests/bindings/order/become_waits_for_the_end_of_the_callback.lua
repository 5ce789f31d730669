local drover = require "drover"

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      step = function(self)
        self:become "two"
        print(self.state)
      end,
    },
    two = { enter = function(self) print("enter", self.state) end },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
