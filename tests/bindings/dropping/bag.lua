local drover = require "drover"

local a = drover.kind("a", { memory = { n = 1, bag = {} } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local one = world:spawn("a", { n = 7 })
    --[[setup]]
  end,
}
