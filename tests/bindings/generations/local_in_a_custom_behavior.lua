local drover = require "drover"
local steer = drover.steer
local n = 0

local a = drover.kind("a", {
  steer = drover.blend.sum { steer.custom(function() n = n + 1 end), steer.wander {} },
})

require "other"

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
