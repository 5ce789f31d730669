-- One state of somebody else's kind changed: a startled bull does not flee. It stands, faces the threat, and gives way
-- only to a wolf that is about to reach it. Once the wolf is far away, the bull goes back to the herd.

local drover = require "drover"

local COURAGE, CALM = 6, 45 -- meters to the threat

drover.extend("caribou", function(def)
  def.memory.bull = false
  def:wrap("init", function(before, self)
    before(self)
    self.bull = self.id % 6 == 0
  end)
  def.states.startled.step = function(self)
    if self.bull and self.threat then self.heading = self.heading + self:bearing(self.threat) end
  end
  def:replace("states.startled.on[1][2]", function(self)
    local distance = self.bull and self.threat and self:distance(self.threat) or 0
    if distance < COURAGE then return "fleeing" end
    if distance > CALM then return "catching_up" end
  end)
end)

return drover.mod {
  monitors = {
    standing = function(world)
      local count = 0
      for caribou in world:agents("caribou") do
        if caribou.bull and caribou.state == "startled" then count = count + 1 end
      end
      return count
    end,
  },
}
