local drover = require "drover"

local a = drover.kind("a", { memory = { bag = {} } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn("a", {})
    s.bag[("x"):rep(5000)] = ("y"):rep(5000)
  end,
}
