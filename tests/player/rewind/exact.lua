local drover = require "drover"

local deer = drover.kind("deer", {
  memory = { n = 0, list = {} },
  initial = "calm",
  states = {
    calm = { steer = drover.steer.wander {}, on = { { drover.when.chance(0.02), "wild" } } },
    wild = { on = { { drover.when.after(0.5), "calm" } } },
  },
  step = function(self)
    self.n = self.n + self.world:random()
    self.list[1] = self.n
    if self.id == 2 and self.n > 1e9 then error "on purpose" end
  end,
})

return drover.scenario {
  kinds = { deer },
  settings = { drover.slider("births", 9, { min = 1, max = 99, step = 1 }) },
  setup = function(world) world:scatter("deer", 5) end,
  mousepressed = function(world) world:scatter("deer", 1) end,
  keypressed = function(world, key) world.memory.last = key end,
  update = function(world)
    if world:key_down "k" then world.memory.held = (world.memory.held or 0) + 1 end
    if world.tick % world.settings.births == 0 then world:scatter("deer", 1) end
    if world.tick % 31 == 0 then world:agents()():remove() end
  end,
}
