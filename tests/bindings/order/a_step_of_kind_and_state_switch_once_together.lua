local drover = require "drover"
local when = drover.when

local k = drover.kind("a", {
  initial = "a",
  step = function(self)
    if self.state == "a" then return "b" end
  end,
  states = {
    a = {},
    b = {
      enter = function() print "b" end,
      step = function()
        print "step b"
        return "c"
      end,
    },
    c = {
      enter = function(self) print("c", self.world.tick) end,
      on = { { when.after(0), "d" } },
    },
    d = { enter = function(self) print("d", self.world.tick) end },
  },
})

return drover.scenario { kinds = { k }, setup = function(world) world:spawn("a", {}) end }
