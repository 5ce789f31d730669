local drover = require "drover"

local k = drover.kind("k", { step = function() error "tired" end })

return drover.scenario {
  kinds = { k },
  setup = function(world) world:spawn "k" end,
}
