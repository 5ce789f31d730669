local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      enter = function() print "enter" end,
      leave = function() print "leave" end,
      step = function(self)
        if self.world.tick == 2 then print(self.state_time * 60) end
        return "one"
      end,
      on = { { when.after(0), "one" } },
    },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
