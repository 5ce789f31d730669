local drover = require "drover"
local schema = drover.schema

local function say(name)
  return schema.custom {
    name = name,
    step = function(self)
      print(name)
      return self.world.tick % 3 == 2 or nil
    end,
  }
end

local a = drover.kind("a", {
  initial = "go",
  states = {
    go = schema.goals { say "a", say "b", done = "rest", failed = "rest" },
    rest = {},
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn "a" end,
}
