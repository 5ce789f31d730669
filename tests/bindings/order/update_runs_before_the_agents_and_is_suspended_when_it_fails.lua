local drover = require "drover"

local a = drover.kind("a", { step = function(self, dt) print("step", dt == self.world.dt) end })

return drover.scenario {
  kinds = { a },
  update = function(world, dt)
    print("update", world.tick, world.time == world.tick * dt)
    if world.tick == 1 then error "no more" end
  end,
  setup = function(world) world:spawn("a", {}) end,
}
