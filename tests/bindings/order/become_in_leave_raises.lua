local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      on = { { when.after(0), "two" } },
      leave = function(self)
        for other in self.world:agents() do
          other:become "one"
        end
      end,
    },
    two = {},
  },
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
