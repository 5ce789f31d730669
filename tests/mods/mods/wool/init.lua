-- Memory, slots, and wrapped functions of all sorts.
local drover = require "drover"

drover.extend("sheep", function(def)
  def.memory.wool = 1
  def.slots.friend = "agent"
  def:wrap("init", function(before, self)
    before(self)
    self.wool = 2
  end)
  def:wrap("step", function(before, self, dt)
    self.wool = self.wool + dt
    if not self.friend then self.friend = self:nearest("sheep", 20) end
    return before(self, dt)
  end)
  def:wrap("states.fleeing.enter", function(before, self, from)
    before(self, from)
    self.wool = 0
  end)
  def:wrap("states.fleeing.leave", function(before, self, to)
    before(self, to)
    self.friend = nil
  end)
end)

return drover.mod { monitors = { wool = function(world)
  local sum = 0
  for each in world:agents("sheep") do sum = sum + each.wool end
  return sum
end } }
