local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  step = function(self) print("kind step", self.state) end,
  states = {
    one = {
      leave = function(self, to) print("leave", to, self.state) end,
      step = function() print "step one" end,
      on = { { when.after(1 / 60), "two" } },
    },
    two = {
      enter = function(self, from) print("enter", from, self.state, self.state_time) end,
      step = function() print "step two" end,
    },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
