local drover = require "drover"
local pack = require "pack"

return drover.scenario {
  kinds = pack.kinds,
  setup = function(world)
    local p = world:new_group "pack"
    for i = 1, 5000 do
      world:spawn("a", { group = p, x = i })
    end
    local n, last = 0, 0
    for m in p:members() do
      n = n + 1
      assert(m.id > last)
      last = m.id
      if m.id % 2 == 0 then m:remove() end
    end
    print(n, #p)
  end,
}
