-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    for _ in pairs(setmetatable({}, { __pairs = function()
      return function() return 1 end
    end })) do
      world:random()
    end
  end,
}
