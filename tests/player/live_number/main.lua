local drover = require "drover"

local RATE = 0.5
assert(RATE < 10, "too fast")

local snail = drover.kind("snail", { memory = { way = 0 }, step = function(self) self.way = self.way + RATE end })

return drover.scenario {
  kinds = { snail },
  setup = function(world) world:spawn("snail", {}) end,
  monitors = {
    way = function(world) return world:agents("snail")().way end,
  },
}
