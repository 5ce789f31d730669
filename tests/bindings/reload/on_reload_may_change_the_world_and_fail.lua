local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  on_reload = function(world)
    world:spawn("a", {})
    error "late"
  end,
}
