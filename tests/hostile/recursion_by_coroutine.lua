-- stack overflow
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local function f() return coroutine.wrap(f)() end
    f()
  end,
}
