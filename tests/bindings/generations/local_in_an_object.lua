local drover = require "drover"

local n = 0
local deep = { { { f = function() n = n + 1 end } } }

local a = drover.kind("a", { step = function() deep[1][1].f() end })

require "other"

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
