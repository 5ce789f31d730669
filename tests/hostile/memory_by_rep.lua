-- out of memory
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    return ("x"):rep(1e10)
  end,
}
