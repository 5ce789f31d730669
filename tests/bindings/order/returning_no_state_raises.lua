local drover = require "drover"

local a = drover.kind("a", {
  initial = "hiding",
  states = {
    hiding = { step = function() return "hidding" end },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
