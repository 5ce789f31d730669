-- stack overflow
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local t
    t = setmetatable({}, { __tostring = function() return tostring(t) end })
    print(t)
  end,
}
