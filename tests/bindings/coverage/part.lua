local drover = require "drover"
local blend, steer, when = drover.blend, drover.steer, drover.when
local schema, subsumption, tree, utility = drover.schema, drover.subsumption, drover.tree, drover.utility

local a = drover.kind("a", {
  initial = "x",
  states = {
    --[[states]]
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
