local drover = require "drover"

local a = drover.kind("a", {
  memory = { m = {} },
  step = function(self)
    local t = {}
    self.m = t
    for _ = 1, self.world.settings.depth do
      t.k = {}
      t = t.k
    end
    t.f = print
  end,
})

return drover.scenario {
  kinds = { a },
  settings = {
    drover.slider("depth", 0, { min = 0, max = 200, step = 1 }),
  },
  setup = function(world) world:spawn("a", {}) end,
}
