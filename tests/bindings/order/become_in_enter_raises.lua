local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = { on = { { when.after(0), "two" } } },
    two = { enter = function(self) self:become "one" end },
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
