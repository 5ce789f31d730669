local drover = require "drover"

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      leave = function() print "leave" end,
      step = function(self)
        self:remove()
        print(self.alive)
        return "one"
      end,
    },
  },
})

return drover.scenario {
  kinds = { a },
  update = function(world) print(world:count "a") end,
  setup = function(world) world:spawn("a", {}) end,
}
