local drover = require "drover"
local tree = drover.tree
local n = 0

local a = drover.kind("a", {
  initial = "x",
  states = {
    x = tree.sequence {
      tree.condition(function()
        n = n + 1
        return true
      end),
      tree.steer(drover.steer.wander {}),
    },
  },
})

require "other"

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
