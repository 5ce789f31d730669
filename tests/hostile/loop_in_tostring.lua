-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    print(setmetatable({}, { __tostring = function()
      while true do end
    end }))
  end,
}
