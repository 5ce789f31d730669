local drover = require "drover"

local moth = drover.kind("moth", {})

return drover.scenario {
  kinds = { moth },
  settings = {
    drover.slider("pace", 1, { min = 1, max = 5 }),
    drover.slider("depth", 1, { min = 1, max = 10 }),
    drover.slider("width", 1, { min = 1, max = 10 }),
  },
  setup = function(world) world:spawn("moth", {}) end,
}
