local drover = require "drover"
local registry = require "registry"

registry.add(function(self) return self.id % 3 end)

return drover.kind("walker", {
  memory = { steps = 0 },
  steer = drover.steer.wander {},
  step = function(self)
    for _, rule in ipairs(registry.list) do self.steps = self.steps + rule(self) end
    self.steps = self.steps + registry.root(self.world.tick % 7)
  end,
})
