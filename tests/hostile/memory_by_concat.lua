-- stopped after|out of memory|at most
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local list = setmetatable({}, { __index = function() return ("x"):rep(1e6) end })
    return table.concat(list, "", 1, 1e9)
  end,
}
