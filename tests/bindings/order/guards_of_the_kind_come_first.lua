local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  on = { { when.after(0), function() print "kind" end } },
  states = {
    one = {
      on = {
        { when.after(0), function() print "state" end },
        { when.after(5), "one" },
        {
          when.after(0),
          function()
            print "last"
            return "two"
          end,
        },
        { when.after(0), function() print "never" end },
      },
    },
    two = {},
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
