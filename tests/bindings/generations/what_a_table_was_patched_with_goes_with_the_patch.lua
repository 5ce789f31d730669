local drover = require "drover"
local s = require "shapes"
require "first"
require "second"

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  update = function() print(s.word) end,
}
