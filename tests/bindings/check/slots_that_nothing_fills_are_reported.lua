local drover = require "drover"
local steer, when = drover.steer, drover.when

local a = drover.kind("a", {
  slots = {
    goal = "point",
    threat = "agent",
    prey = "agent",
  },
  steer = steer.seek { target = "goal" },
  on = { when.sees("a", { as = "prey" }), when.near("threat", 3) },
  step = function(self) print(self.threat, self:get "goal") end,
})

return drover.scenario { kinds = { a }, setup = function() end }
