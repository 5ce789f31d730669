-- pattern too complex
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    return ("a"):rep(300000):match(("(a?"):rep(30) .. (")"):rep(30) .. ("a?"):rep(300) .. "b")
  end,
}
