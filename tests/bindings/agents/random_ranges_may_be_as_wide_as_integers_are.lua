local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
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
