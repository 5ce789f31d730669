-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    table.move({}, 1, math.maxinteger - 1, 2)
  end,
}
