-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    while true do pcall(coroutine.wrap(function() coroutine.yield() end)) end
  end,
}
