-- Each of three kinds alone uses up the budget, in agents of 10 ms each.

local drover = require "drover"

local function kind(name)
  return drover.kind(name, {
    memory = { n = 0 },
    step = function(self)
      self.n = self.n + 1
      print "10"
    end,
  })
end

return drover.scenario {
  kinds = { kind "one", kind "two", kind "three" },
  setup = function(world)
    for _, name in ipairs { "one", "two", "three" } do
      world:scatter(name, 100)
    end
  end,
}
