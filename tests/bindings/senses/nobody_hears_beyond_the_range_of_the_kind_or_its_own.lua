local drover = require "drover"
local when = drover.when

local function hear(self) print(self.kind, self.id, self.hearing_range) end
local bat = drover.kind("bat", { hearing = { range = 30 }, on = { { when.hears "steps", hear } } })

local mole = drover.kind("mole", {
  hearing = { range = "ears" },
  slots = { ears = "number" },
  on = { { when.hears "steps", hear } },
})

return drover.scenario {
  kinds = { bat, mole },
  setup = function(world)
    local function spawn(kind, x) return world:spawn(kind, { x = x }) end
    spawn("bat", 30)
    spawn("bat", 31)
    spawn("bat", 31).hearing_range = 32
    spawn("mole", -9).ears = 9
    spawn("mole", -9).ears = 8.9
    spawn("mole", -90)
    world:emit("steps", { at = { 0, 0 }, radius = 90 })
  end,
}
