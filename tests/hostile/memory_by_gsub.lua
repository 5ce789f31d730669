-- stopped after|out of memory|at most
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local s = ("x"):rep(1e6)
    return (s:gsub("x", s))
  end,
}
