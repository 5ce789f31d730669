local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  step = function() print "step" end,
  on = {
    {
      when.after(0),
      function(self)
        print "guard"
        self:remove()
      end,
    },
    { when.after(0), function() print "second" end },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
