local drover = require "drover"

-- @example kind, scenario, drover, declared_kind, declared_group, declared_flow, declared_field, declared_terrain
local deer = drover.kind("deer", {
  renamed_from = "elk", -- agents of the old code become these
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
local herd = drover.group("herd", { renamed_from = "gang" })
local breeze = drover.flow("breeze", { renamed_from = "wind" })
local smell = drover.field("smell", { renamed_from = "scent" })
local tether = drover.link("tether", { renamed_from = "leash" })
local mire = drover.terrain("mire", { renamed_from = "mud" })
local knoll = drover.surface("knoll", {
  plane = {}, renamed_from = "hill",
})
print(deer.name, herd.name, breeze.name, smell.name)
print(tether.name, mire.name, knoll.name)

return drover.scenario {
  kinds = { deer },
  removed = { -- names that may go although they are in use
    { kind = "moose", into = "deer" }, { group = "troop", into = "herd" },
    { flow = "draft" }, { field = "heat" }, { terrain = "ice" },
    { surface = "slope" }, { link = "rope" },
  },
  on_reload = function(world)
    print("a save was taken over at tick " .. world.tick)
  end,
  setup = function(world) world:scatter("deer", 5) end,
}
-- @end
