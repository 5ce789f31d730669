-- attempt to call a nil value
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    return load "while true do end"
  end,
}
