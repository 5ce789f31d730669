local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "a",
  states = {
    a = { on = { { when.after(1), "b" } } },
    b = {},
    lost = { on = { { when.after(1), "far" } } },
    far = {},
    asked = { step = function(self) return self.state == "asked" end },
  },
})

return drover.scenario { kinds = { a }, setup = function() end }
