-- A mod that is switched on and off.
local drover = require "drover"
drover.terrain("mud", { speed = 0.5 })
drover.extend("bird", function(def)
  def.memory.wet = false
  def:wrap("states.flying.enter", function(before, self, from)
    before(self, from)
    self.wet = true
  end)
end)
return drover.mod {
  setup = function(world) world:spawn("bird", {}) end,
  update = function(world) world.memory.off = world.settings["always.pace"] end,
}
