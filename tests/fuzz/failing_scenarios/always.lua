-- A mod that runs all the time, with something of all that mods add.
local drover = require "drover"
local bird = drover.kind("bird", {
  memory = { places = { 1 } },
  states = { sitting = { on = { { drover.when.after(0.1), "flying" } } }, flying = { steer = drover.steer.wander {} } },
  initial = "sitting",
})
drover.extend_scenario(function(def)
  def:wrap("update", function(before, world, dt)
    before(world, dt)
    world.memory.ticks = (world.memory.ticks or 0) + 1
  end)
end)
return drover.mod {
  kinds = { bird },
  settings = { drover.slider("pace", 1) },
  monitors = { birds = function(world) return world:count("bird") end },
  setup = function(world) world:spawn("bird", {}) end,
}
