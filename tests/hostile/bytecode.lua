-- attempt to call a nil value (field 'dump')
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    return string.dump(print)
  end,
}
