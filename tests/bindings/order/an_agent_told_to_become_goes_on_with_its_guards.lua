local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = { on = { { when.after(1 / 60), function() print "guard of one" end } } },
    two = {
      enter = function(self, from) print(self.world.tick, from, "two") end,
      on = { { when.after(0), "three" } },
      step = function() print "never" end,
    },
    three = {
      enter = function(self, from) print(self.world.tick, from, "three") end,
      on = { { when.after(0), "four" } },
      step = function()
        print "step three"
        return "four"
      end,
    },
    four = { enter = function(self, from) print(self.world.tick, from, "four") end },
  },
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    if world.tick == 1 then
      for agent in world:agents() do
        agent:become "two"
      end
    end
  end,
  setup = function(world) world:spawn("a", {}) end,
}
