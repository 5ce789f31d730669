-- stack overflow
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local t = {}
    setmetatable(t, { __index = function(self, key) return self[key .. "x"] end })
    return t.x
  end,
}
