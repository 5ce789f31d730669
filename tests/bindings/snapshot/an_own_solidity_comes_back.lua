local drover = require "drover"

local walker = drover.kind("walker", {
  step = function(self) print(self.id, self.solid) end,
})

return drover.scenario {
  kinds = { walker },
  setup = function(world)
    world:spawn("walker", { x = 0 })
    world:spawn("walker", { x = 3 }).solid = "agents"
    world:spawn("walker", { x = 6 }).solid = false
  end,
}
