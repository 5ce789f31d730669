-- stopped after
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local s = ("x"):rep(5e7)
    while true do s:lower() end
  end,
}
