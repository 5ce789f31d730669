-- What a save makes of settings_keep_their_values.lua.
local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    local s = self.world.settings
    print(s.pace, s.mist, s.way, s.new)
  end,
})

return drover.scenario {
  kinds = { a },
  settings = {
    drover.slider("new", 4, { max = 9 }),
    drover.choice("way", "a", { "c", "a", "b" }),
    drover.toggle("mist", false),
    drover.slider("pace", 1, { min = 0, max = 5 }),
  },
  setup = function(world) world:spawn("a", {}) end,
}
