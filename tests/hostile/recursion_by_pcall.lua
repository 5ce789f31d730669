-- stopped after|out of memory|at most
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local function f() pcall(f) pcall(f) end
    f()
    error "done"
  end,
}
