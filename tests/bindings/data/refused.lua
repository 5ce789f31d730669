local drover = require "drover"

local names = require "names"

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    for _, name in ipairs(names) do
      local fine, message = pcall(drover.data, name)
      print(fine and name .. ": nothing is wrong" or message)
    end
  end,
}
