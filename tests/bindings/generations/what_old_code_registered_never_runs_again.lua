local drover = require "drover"
local list = require("registry").list
require "plug"

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  update = function()
    for _, f in ipairs(list) do
      f()
    end
  end,
}
