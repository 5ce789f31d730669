-- Runs that go wrong in every way, by number.
local drover = require "drover"

-- A guard that nothing uses is worth a warning.
do local _ = drover.when.after(1) end

local deer = drover.kind("deer", {
  step = function(self) if self.world.settings.fault == 3 and self.world.tick == 2 then error "a deer stumbles" end end,
})

return drover.scenario {
  kinds = { deer },
  settings = { drover.slider("fault", 0, { min = 0, max = 6, step = 1, restart = true }) },
  monitors = {
    deer = function(world)
      if world.settings.fault == 4 and world.tick > 0 then error "nobody counts" end
      return world:count "deer"
    end,
  },
  setup = function(world)
    if world.settings.fault == 1 then error "no beginning" end
    world.memory.eggs = { {} }
    world:scatter("deer", 2)
  end,
  update = function(world)
    if world.settings.fault == 2 and world.tick == 3 then error "no end" end
    if world.settings.fault == 5 and world.tick == 4 then world:finish "enough, \"quite\" enough" end
    if world.settings.fault == 6 then world.memory.eggs[1].hatch = print end
  end,
}
