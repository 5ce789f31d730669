-- In each step, as many are applied as can be.
local drover = require "drover"
local north = drover.steer.custom(function() return 0, 1 end)

local a = drover.kind("a", {
  think = 4,
  step = function(self)
    for _ = 1, 8 do
      self:apply(north)
    end
  end,
})

return { kinds = { a }, north = north }
