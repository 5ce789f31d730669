local drover = require "drover"
local steer = drover.steer
local registry, counter = require "registry", require "counter"
local shapes, cost = require "shapes", require "cost"
local pedestrian = require "pedestrian"

require "plug"
require "first"
require "second"

local a = drover.kind("a", {
  steer = steer.wander {},
  memory = { n = 0 },
  body = pedestrian.body,
  step = function(self) self.n = self.n + cost.of(self.world.tick % 7) end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:scatter("a", 3)
    world.memory.said = ""
  end,
  update = function(world)
    world.memory.said = ""
    for _, f in ipairs(registry.list) do
      world.memory.said = world.memory.said .. f() .. " "
    end
    for x in world:agents() do
      x.max_speed = registry.speed
    end
    world.memory.shape = shapes.round(world.tick)
    if world.tick % 3 == 0 then world.memory.count = counter.next() end
  end,
}
