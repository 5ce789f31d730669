local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      on = {
        { when.after(0), "two" },
        {
          when.lua(function()
            print "never"
            return true
          end),
          "one",
        },
      },
    },
    two = {
      on = {
        {
          when.after(9) & when.lua(function()
            print "cut"
            return true
          end),
          "one",
        },
        ~when.lua(function() print "not" end),
      },
    },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
