local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    if self.world.tick < 2 then self.world.draw.circle(2, 0, 1) end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world)
    if world.tick < 2 then world.draw.line(world.tick, 0, 1, 1) end
  end,
  mousepressed = function(world, x) world.draw.text("at", x, 0) end,
}
