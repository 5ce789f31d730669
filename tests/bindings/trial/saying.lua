local drover = require "drover"

local a = drover.kind("a", { memory = { n = 0 } })

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { n = 5 }) end,
  update = function(world) print("one", world.tick) end,
}
