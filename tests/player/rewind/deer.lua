local drover = require "drover"

local steps = 0 -- what no snapshot knows, and what decides; setup leaves it elsewhere

local deer = drover.kind("deer", {
  memory = { n = 0 },
  initial = "calm",
  states = {
    calm = { steer = drover.steer.wander {}, on = { { drover.when.chance(0.2), "wild" } } },
    wild = { on = { { drover.when.after(0.5), "calm" } } },
  },
  step = function(self)
    self.n = self.n + self.world:random()
    if self.id == 3 and self.world.tick == 200 then error "on purpose" end
  end,
})

return drover.scenario {
  kinds = { deer },
  settings = { drover.slider("births", 9, { min = 1, max = 99, step = 1 }) },
  monitors = {
    sum = function(world)
      local n = 0
      for d in world:agents() do
        n = n + d.n
      end
      return n
    end,
  },
  setup = function(world)
    steps = 1000
    world:scatter("deer", 12)
  end,
  update = function(world)
    steps = steps + 1
    if steps % world.settings.births == 0 then world:scatter("deer", 1) end
    if steps % 31 == 0 then world:agents()():remove() end
  end,
}
