local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    local s = self.world.settings
    print(s.pace, s.mist, s.way)
  end,
})

return drover.scenario {
  kinds = { a },
  settings = {
    drover.slider("pace", 2, { min = 0, max = 9 }),
    drover.toggle("mist", false),
    drover.choice("way", "a", { "a", "b", "c" }),
  },
  setup = function(world) world:spawn("a", {}) end,
}
