local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  states = {
    idle = {
      enter = function(s) s.x = s.y + s.zz end,
      on = {
        {
          when.lua(function(me) return me.fod end),
          function(me) me:becom "idle" end,
        },
      },
    },
  },
})

return drover.scenario { kinds = { a }, setup = function() end }
