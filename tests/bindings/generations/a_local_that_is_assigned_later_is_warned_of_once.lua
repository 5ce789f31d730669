local drover = require "drover"
local helper = require "helper"
require "other"

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  update = function() helper.raise() end,
}
