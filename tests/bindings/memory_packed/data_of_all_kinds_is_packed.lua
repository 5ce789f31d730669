local drover = require "drover"
local vec = drover.vec
local bags = require "bags"
local all = {}

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world)
    bags.spawn(world, all)
    for i = 1, 12 do
      local s = all[i]
      s.who = all[13 - i]
      s.also = { [true] = s, [s] = false, deep = { { { i } } } }
      for k = 1, 50 do
        s.also[k] = vec(k, i)
      end
    end
  end,
}
