local drover = require "drover"
local steer, blend, when, vec = drover.steer, drover.blend, drover.when, drover.vec

local deer = drover.kind("deer", {
  memory = { n = 0, l = {} },
  slots = { at = "point" },
  initial = "calm",
  states = {
    calm = {
      steer = blend.weighted { steer.wander {}, steer.separation { kind = "deer", radius = 3 } },
      on = { { when.chance(0.2) & when.after(0.1), "wild" } },
    },
    wild = {
      speed = 2,
      on = { { when.after(0.2), "calm" } },
    },
  },
  step = function(self)
    self.n = self.n + self.world:random()
    self.at = vec(self.x, 1)
    self.l[self.world.tick % 3 + 1] = { self.n }
  end,
})

return drover.scenario {
  kinds = { deer },
  seed = 3,
  bounds = { min = { 0, 0 }, max = { 60, 60 }, edge = "wrap" },
  settings = { drover.slider("pace", 5, { min = 1, max = 9 }) },
  monitors = {
    sum = function(world)
      local n = 0
      for d in world:agents("deer") do
        n = n + d.n
      end
      return n
    end,
  },
  setup = function(world)
    world:scatter("deer", 6)
    world.memory.log = {}
    world:obstacle { sphere = { x = 30, y = 30, radius = 2 } }
    world.memory.way = world:path { points = { { 1, 1 }, { 9, 9 } }, radius = 2 }
  end,
  update = function(world)
    local t = world.tick
    world.memory.log[t % 5 + 1] = "tick " .. t
    if t % 3 == 1 then
      world:scatter("deer", 1)
      print("one more", t)
    end
    if t % 4 == 2 then world:agents("deer")():remove() end
  end,
}
