-- scripts have no __gc
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    setmetatable({}, { __gc = print })
  end,
}
