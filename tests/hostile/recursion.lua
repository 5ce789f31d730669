-- stack overflow|stopped after
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local function f() return 1 + f() end
    return f()
  end,
}
