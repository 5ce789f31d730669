-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    return ("a"):rep(300000):match(".-b")
  end,
}
