local drover = require "drover"

local a = drover.kind("a", { slots = { prey = "agent" }, memory = { n = 1 } })
local b = drover.kind("b", {})

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    for _ = 1, 200 do
      local n = world:random(math.mininteger, math.maxinteger)
      assert(math.type(n) == "integer")
      n = world:random(math.maxinteger)
      assert(n >= 1)
      n = world:random(-3, math.maxinteger)
      assert(n >= -3)
      n = world:random(math.maxinteger - 1, math.maxinteger)
      assert(n >= math.maxinteger - 1)
    end
    local seen = {}
    for _ = 1, 200 do
      seen[world:random(3)] = true
    end
    print(seen[0], seen[1], seen[2], seen[3], seen[4])
  end,
}
