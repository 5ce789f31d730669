local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", {})
    --[[setup]]
  end,
  update = function(world) --[[update]] end,
}
