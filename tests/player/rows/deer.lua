local drover = require "drover"

local deer = drover.kind("deer", {
  memory = { n = 0, plan = { step = 0 } },
  steer = drover.steer.wander {},
  step = function(self)
    self.n = self.n + 1 / 3
    self.plan.step = self.plan.step + 1 --[[step]]
  end,
})

return drover.scenario {
  kinds = { deer },
  tick_rate = 60,
  seed = 18446744073709551,
  settings = {
    drover.slider("births", 4, { max = 9 }),
    drover.choice("wind", "calm", { "calm", "a gale, from the west" }),
    drover.toggle("mist", true),
  },
  monitors = {
    deer = function(world) return world:count "deer" end,
    nothing = function() return 0 / 0 end,
  },
  setup = function(world) world:scatter("deer", 3) end,
  update = function(world) --[[update]] world.memory.ticks = world.tick end,
}
