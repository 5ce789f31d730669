local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    local s = self.world.settings
    print(s.pace, s.way)
  end,
})

return drover.scenario {
  kinds = { a },
  settings = {
    drover.slider("pace", 2, { min = 0, max = 9 }),
    drover.choice("way", "a", { "a", "b", "c" }),
  },
  setting = function(_, name, value) print(name, value) end,
  setup = function(world) world:spawn("a", {}) end,
}
