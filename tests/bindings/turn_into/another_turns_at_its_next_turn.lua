local drover = require "drover"
local when = drover.when

local human = drover.kind("human", {
  initial = "calm",
  states = { calm = {
    step = function(self)
      if self.id ~= 2 or self.world.tick ~= 0 then return end
      for other in self.world:agents() do
        if other ~= self then other:turn_into("zombie", { victim = self }) end
        print(other)
      end
    end,
  } },
})

local zombie = drover.kind("zombie", {
  slots = { victim = "agent" },
  initial = "roaming",
  on = { { when.has "victim", function(self) print("guard", self.id, self.world.tick) self.victim = nil end } },
  states = { roaming = {
    enter = function(self) print("enter", self.id, self.victim, self.world.tick) end,
    step = function(self) if self.world.tick < 2 then print("step", self.id, self.world.tick) end end,
  } },
})

return drover.scenario {
  kinds = { human, zombie },
  setup = function(world)
    for _ = 1, 3 do world:spawn("human", {}) end
  end,
}
