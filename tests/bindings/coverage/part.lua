local drover = require "drover"
local blend, steer, when = drover.blend, drover.steer, drover.when
local goap, schema, subsumption = drover.goap, drover.schema, drover.subsumption
local tree, utility = drover.tree, drover.utility

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
