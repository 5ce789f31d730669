-- So many that moments are packed ahead. Tables are shared, held by locals, and written behind the
-- back of their agents in every tick.

local drover = require "drover"

local held, tick = {}, 0
local a = drover.kind("a", { memory = { n = 0, name = "x", bag = { list = {} } } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local all = {}
    for i = 1, 2100 do
      all[i] = world:spawn("a", {})
    end
    for i = 1, 100 do
      held[i] = all[7 * i].bag
    end
    for i = 1, 100 do
      all[11 * i].bag.list = all[1500 + i].bag
    end
  end,
  update = function(world)
    tick = tick + 1
    for _ = 1, 20 do
      local bag = held[world:random(1, 100)]
      if bag then bag.n = tick end
    end
    local i = 0
    for s in world:agents() do
      i = i + 1
      if i % 97 == tick % 97 then
        s.n = tick
        s.bag.list[1] = tick
      end
      if i == tick then
        held[i % 100 + 1] = s.bag
        s:remove()
        world:spawn("a", {})
      end
    end
  end,
}
