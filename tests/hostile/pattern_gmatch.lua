-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    for _ in ("a"):rep(300000):gmatch("a-b") do error "x" end
  end,
}
