local drover = require "drover"
local vec = drover.vec

local a = drover.kind("a", {
  slots = { prey = "agent", at = "point" },
  memory = { bag = { 1, k = { vec(1, 2) } }, n = 0.1, name = drover.none },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn("a", {})
    s.prey = s
    s.bag.bag = s.bag
  end,
}
