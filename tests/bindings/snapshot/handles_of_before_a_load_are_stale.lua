local drover = require "drover"

local kept

local a = drover.kind("a", {
  step = function(self)
    kept = kept or self
    print(kept.alive, kept == self)
  end,
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
