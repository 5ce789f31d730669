-- attempt to index a nil value
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    _G.print = error
  end,
}
