-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    while true do
      coroutine.wrap(function()
        while true do end
      end)()
    end
  end,
}
