local drover = require "drover"
local when = drover.when

local old = when.after(3)

local a = drover.kind("a", {
  on = {
    { when.chance(0) },
    { when.after(3) & ~when.after(2) },
    { when.near("a", 3) & (~old & old) },
    { when.after(2) & ~when.after(3) },
    { when.chance(0.5) & ~when.chance(0.5), nil },
    { (old | when.after(1)) & ~old },
  },
})

return drover.scenario { kinds = { a }, setup = function() end }
