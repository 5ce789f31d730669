local drover = require "drover"
local guards = require "guards"
local steer = drover.steer

local a = drover.kind("a", {
  initial = "calm",
  states = {
    calm = {
      steer = steer.custom(function(self)
        --[[calm]]
      end),
      on = { { guards.late, "wild" } },
    },
    wild = {
      steer = steer.custom(function(self)
        --[[wild]]
      end),
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
