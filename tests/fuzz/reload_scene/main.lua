local drover = require "drover"
local registry, counter, shapes = require "registry", require "counter", require "shapes"

local before = shapes.round
shapes.round = function(x) return 2 * before(x) end

return drover.scenario {
  kinds = { require "walker" },
  seed = 7,
  bounds = { min = { 0, 0 }, max = { 60, 60 }, edge = "wrap" },
  settings = { drover.slider("push", 1, { min = 0, max = 5 }) },
  setup = function(world)
    world:scatter("walker", 40)
    world.memory.ticks = 0
  end,
  setting = function(world, name, value) world.memory[name] = value end,
  keypressed = function(world, key)
    world.memory[key] = world.tick
    if key == "b" then world:agents()().x = 30 end
  end,
  on_reload = function(world) --[[on_reload]] end,
  update = function(world)
    --[[update]]
    for a in world:agents() do
      a.max_speed = registry.speed
    end
    local m = world.mouse or { x = 0 }
    world.memory.ticks = world.memory.ticks + shapes.round(counter()) + m.x * world.settings.push
  end,
}
