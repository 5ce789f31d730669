local drover = require "drover"

-- @example kind, scenario, drover
local deer = drover.kind("deer", {
  renamed_from = "elk", -- agents of the code before go on as these
  migrate = function(self, old_state) -- their state is gone
    self.label = "was " .. old_state
    return "grazing"
  end,
  states = {
    grazing = {
      steer = drover.steer.wander {},
      renamed_from = { "eating", "feeding" },
    },
  },
})
drover.group("herd", { renamed_from = "gang" })
drover.flow("breeze", { renamed_from = "wind" })
drover.terrain("mire", { renamed_from = "mud" })
drover.surface("knoll", { plane = {}, renamed_from = "hill" })

return drover.scenario {
  kinds = { deer },
  removed = { -- names that may be gone though they are in use
    { kind = "moose", into = "deer" }, { group = "troop", into = "herd" },
    { flow = "draft" }, { terrain = "ice" }, { surface = "slope" },
  },
  on_reload = function(world)
    print("a save was taken over at tick " .. world.tick)
  end,
  setup = function(world) world:scatter("deer", 5) end,
}
-- @end
