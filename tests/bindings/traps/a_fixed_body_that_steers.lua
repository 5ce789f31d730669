local drover = require "drover"
local a = drover.kind("a", { body = { locomotion = "fixed" }, steer = drover.steer.wander {} })
local b = drover.kind("b", {
  body = { locomotion = "fixed" },
  initial = "x",
  states = { x = { on = { { drover.when.after(1), "y" } } }, y = { steer = drover.steer.wander {} } },
})
local c = drover.kind("c", { body = { locomotion = "fixed" } })
return drover.scenario { kinds = { a, b, c }, setup = function(world) world:spawn("a") end }
