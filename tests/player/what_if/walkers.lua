-- Each walker goes along x, as fast as the setting says.

local drover = require "drover"

local walker = drover.kind("walker", {
  body = { locomotion = "fixed" },
  step = function(self)
    local world = self.world
    self.x = self.x + world.settings.pace * 1 * world.dt
  end,
})

return drover.scenario {
  kinds = { walker },
  settings = { drover.slider("pace", 1, { min = 0, max = 9 }) },
  setup = function(world)
    for i = 1, 3 do world:spawn("walker", { x = 0, y = i }) end
  end,
}
