local drover = require "drover"

local a = drover.kind("a", { memory = { bag = {} } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", {}).bag.f = print
  end,
}
