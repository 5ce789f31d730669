local drover = require "drover"

local n = 0

local a = drover.kind("a", {
  initial = "x",
  states = {
    x = { step = function() n = n + 1 end },
  },
})

require "other"

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
