-- Modules that share tables which all of them write into: nothing of a save that failed may be left.
local drover = require "drover"
local registry = require "registry"

registry.add(function(self) return self.x > 50 and 1 or 0 end)

return drover.scenario {
  kinds = { require "walker" },
  bounds = { min = { 0, 0 }, max = { 100, 100 }, edge = "wrap" },
  setup = function(world) world:scatter("walker", 20) end,
  monitors = {
    calls = function() return registry.calls end,
    steps = function(world)
      local sum = 0
      for each in world:agents() do sum = sum + each.steps end
      return sum
    end,
  },
}
