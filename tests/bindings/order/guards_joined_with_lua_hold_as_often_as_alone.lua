local drover = require "drover"
local when = drover.when

local yes = when.lua(function() return true end)

local a = drover.kind("a", {
  memory = { n = 0, m = 0 },
  on = {
    { when.every(0.1) & yes, function(self) self.n = self.n + 1 end },
    { yes & when.chance(1), function(self) self.m = self.m + 1 end },
  },
  step = function(self)
    if self.world.tick == 60 then print(self.n, self.m) end
  end,
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
