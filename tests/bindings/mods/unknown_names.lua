-- A mod with names that nobody has, and names that it adds itself.
local drover = require "drover"
local function scare(before, self)
  self.scard = true
  before(self)
end
drover.extend("sheep", function(def)
  def.memory.scared = false
  def:wrap("states.grazing.enter", function(before, self, from)
    if self.scard or self.scared then before(self, from) end
  end)
  def:wrap("init", scare)
  def.migrate = function(self) self.gaol = nil end
  function def.draw(self, draw) draw.text(self.xx, self.x, self.y) end
  def.states.hiding = { step = function(self) self.fer = self.fear + 1 end }
  -- What the function before gets is not known, and def is no agent.
  def:wrap("states.fleeing.step", function(before, self) before(self, self.scared, before.anything) end)
  def.look.color = "red"
end)
drover.extend_scenario(function(def)
  def:wrap("mousepressed", function(before, world, x, y)
    world:spwan("sheep", {})
    before(world, x, y)
  end)
  def.update = function(world)
    world:cuont("sheep")
  end
end)
return drover.mod { update = function(world) return world.tik end }
