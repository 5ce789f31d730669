-- stopped after|out of memory|at most
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local s = "x"
    while true do s = ("%s%s"):format(s, s) end
  end,
}
