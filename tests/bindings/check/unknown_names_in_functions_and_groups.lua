local drover = require "drover"

local function act(self) self.hungr = 1 end
local a = drover.kind("a", { memory = { hunger = 1 }, step = act })
drover.group("pack", { memory = { food = 1 }, elect = function(g) return g.leadr or g.fod end })

return drover.scenario {
  kinds = { a },
  draw = function(w) w:spwan "a" end,
  update = function(world) world.ticks = 1 end,
}
