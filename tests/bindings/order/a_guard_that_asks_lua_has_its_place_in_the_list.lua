local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      on = {
        {
          when.lua(function(self)
            print("asked", self.id)
            return self.id == 1
          end),
          "two",
        },
        { when.after(0), "three" },
        {
          when.lua(function()
            print "never"
            return true
          end),
          "one",
        },
      },
    },
    two = { enter = function(self) print(self.id, "two") end },
    three = { enter = function(self) print(self.id, "three") end },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", {})
    world:spawn("a", {})
  end,
}
