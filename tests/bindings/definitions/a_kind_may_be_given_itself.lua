local drover = require "drover"
local steer, when = drover.steer, drover.when

local b = drover.kind("b", {})

local a = drover.kind("a", {
  slots = { b = "agent" },
  on = { { when.near(b, 3), function() print "near" end } },
  steer = steer.cohesion { kind = { b, "a" } },
})

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    world:spawn("a", { x = 0 })
    world:spawn("b", { x = 2 })
  end,
}
