local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    if self.world.tick == 5 then error "no more" end
  end,
})

return drover.scenario { kinds = { a }, setup = function(w) w:spawn("a", {}) end }
