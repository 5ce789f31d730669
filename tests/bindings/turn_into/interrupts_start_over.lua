local drover = require "drover"
local when = drover.when

local function kind(name, other)
  return drover.kind(name, {
    initial = "one",
    interrupts = { { when.after(0.05), "two" } },
    states = {
      one = { enter = function(self) print(self.kind, "one", self.world.tick) end },
      two = {
        enter = function(self) print(self.kind, "two", self.world.tick) end,
        step = function(self)
          if self.world.tick == 6 then self:turn_into(other) end
          if self.world.tick == 14 then return "resume" end
        end,
      },
    },
  })
end

return drover.scenario {
  kinds = { kind("a", "b"), kind("b", "a") },
  setup = function(world) world:spawn("a", {}) end,
}
