-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    table.sort({ 3, 2, 1 }, function()
      while true do end
    end)
  end,
}
