-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    return ("a"):rep(3000):find(("a*"):rep(6) .. "b")
  end,
}
