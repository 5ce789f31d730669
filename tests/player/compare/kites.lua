local drover = require "drover"

drover.flow("wind", { resolution = 20, field = function() return 1, 0 end })

local kite = drover.kind("kite", {
  slots = { wind = "flow" },
  memory = { age = 0 },
  steer = drover.steer.flow_following { flow = "wind" },
  init = function(self) self.wind = self.world:flow "wind" end,
  step = function(self) self.age = self.age + 1 end,
})

return drover.scenario {
  kinds = { kite },
  on_reload = function(world) world.memory.reloads = (world.memory.reloads or 0) + 1 end,
  setup = function(world)
    world.memory[1] = "a key without a name"
    world:scatter("kite", 6)
  end,
}
