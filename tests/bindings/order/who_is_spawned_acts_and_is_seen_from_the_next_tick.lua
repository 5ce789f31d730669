local drover = require "drover"
local steer = drover.steer

local b = drover.kind("b", {
  steer = steer.seek { target = { 100, 0 } },
  step = function(self) print("b steps", self.world.tick) end,
})

local a = drover.kind("a", {
  step = function(self)
    if self.world.tick == 0 then
      local born = self.world:spawn("b", { x = 5 })
      print(born.alive, born.x, self.world:count "b", self:sees(born))
    end
    local seen = self:sees "b"
    print("sees", seen, self:count("b", 9), seen and seen.speed > 0)
  end,
})

return drover.scenario { kinds = { a, b }, setup = function(world) world:spawn("a", {}) end }
