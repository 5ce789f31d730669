local drover, registry = require "drover", require "registry"

require "plug"
local a = drover.kind("a", { steer = drover.steer.wander {}, memory = { n = 0 } })

return drover.scenario {
  kinds = { a },
  setup = function(world) world:scatter("a", 3) end,
  update = function(world)
    for x in world:agents() do
      x.max_speed = registry.speed
      for _, f in ipairs(registry.list) do
        x.n = x.n + f(world)
      end
    end
  end,
}
