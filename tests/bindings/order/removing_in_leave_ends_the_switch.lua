local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      leave = function(self)
        print "leave"
        self:remove()
      end,
      step = function() print "step one" end,
      on = { { when.after(0), "two" } },
    },
    two = {
      enter = function() print "enter" end,
      step = function() print "step two" end,
    },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
