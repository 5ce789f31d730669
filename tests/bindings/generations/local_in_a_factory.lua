local drover = require "drover"

local n = 0

local function maker()
  return function() n = n + 1 end
end

local each = maker()
local a = drover.kind("a", { step = function() each() end })

require "other"

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
