local drover = require "drover"

local a = drover.kind("a", { states = { go = drover.schema.path {
  target = { 5, 0 },
} } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:obstacle { sphere = { x = 5, y = 0, radius = 2 } }
    for i = 1, 3 do
      world:spawn("a", { y = i })
    end
  end,
}
