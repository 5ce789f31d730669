local drover = require "drover"

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      step = function(self)
        self:become "two"
        return "three"
      end,
    },
    two = { enter = function() print "two" end },
    three = { enter = function() print "three" end },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
