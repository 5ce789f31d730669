-- Comes after mods that may be there, and changes what they changed.
local drover = require "drover"
local when = drover.when

drover.extend("sheep", function(def)
  if def.memory.wool then def.memory.wool = 5 end
  if def.states.napping then def.states.napping.speed = 0.1 end
  def:wrap("states.fleeing.enter", function(before, self, from)
    before(self, from)
    self:emit("bleat", 20)
  end)
  def:after("states.grazing.on", { when.hears("bleat", { as = "threat" }), "fleeing" })
end)
