local drover = require "drover"

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  update = function() while true do end end,
  settings = { drover.button("Stall", function() while true do end end) },
  monitors = { herd = function() while true do end end },
}
