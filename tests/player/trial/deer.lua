-- Parts that saves change stand at the marks.

local drover = require "drover"

local deer = drover.kind("deer", {
  memory = { n = 0 },
  steer = drover.steer.wander {},
  model = drover.model { attributes = { shy = 0.5 }, effects = { { "shy", "haste" } } },
})

return drover.scenario {
  kinds = { deer },
  settings = { drover.slider("pace", 5, { min = 0, max = 999 }) },
  monitors = {
    sum = function(world)
      --[[monitor]]
      local n = 0
      for d in world:agents() do
        n = n + d.n
      end
      return n
    end,
  },
  setup = function(world)
    world:scatter("deer", 12)
    world.memory.keys = {}
  end,
  setting = function(world, name, value) print(name, value) end,
  keypressed = function(world, key)
    --[[key]]
    local k = world.memory.keys
    k[#k + 1] = key
    print(key, world.tick)
  end,
  mousepressed = function(world, x, y, button, agent)
    --[[mouse]]
    local near = world:nearest("deer", x, y)
    near.n = near.n + world:random()
    print(near, agent, world.mouse and world.mouse.x, world:key_down "k")
  end,
  on_reload = function(world)
    print "reload"
    world.memory.since = world.tick
  end,
  update = function(world)
    --[[update]]
    if world.tick % 8 == 3 then
      world:scatter("deer", 1)
      print("one more", world.tick)
    end
    if world.tick % 13 == 5 then world:agents()():remove() end
  end,
}
