-- Agents to which their steps apply behaviors: for ten ticks, as they think only then, or for one.
local drover = require "drover"
local steer = drover.steer
local wanders, keeps_apart = steer.wander { strength = 2 }, steer.separation { radius = 30 }

local function kind(name, think)
  return drover.kind(name, {
    steer = steer.seek { target = drover.vec(90, 0) },
    think = think,
    step = function(self)
      self:apply(wanders, 3)
      if self.id % 2 == 0 then self:apply(keeps_apart, 2) end
    end,
  })
end

return drover.scenario {
  kinds = { kind("slow", 10), kind("quick") },
  setup = function(world)
    world:scatter("slow", 4)
    world:scatter("quick", 4)
  end,
}
