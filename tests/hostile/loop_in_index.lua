-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local t = setmetatable({}, { __index = function()
      while true do end
    end })
    return t.x
  end,
}
