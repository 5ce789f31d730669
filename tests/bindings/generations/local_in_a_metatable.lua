local drover = require "drover"

local n = 0
local proxy = setmetatable({}, { __index = function() n = n + 1 end })

local a = drover.kind("a", { step = function() return proxy.x end })

require "other"

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
