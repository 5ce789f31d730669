local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    if self.world.tick == 1 then
      self.world:finish "won"
      self.world:finish()
    end
  end,
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
