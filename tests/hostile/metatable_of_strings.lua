-- attempt to index a
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    getmetatable("").__index.rep = print
  end,
}
