local drover = require "drover"
local forth = require "forth" -- whether each list is filled from its first item on

local a = drover.kind("a", { memory = { t = {}, u = {}, v = drover.vec(1, 2) } })

local function fill(t, n, is_forth)
  local first, last, by = 1, n, 1
  if not is_forth then
    first, last, by = n, 1, -1
  end
  for i = first, last, by do
    t["key" .. i] = i / 2
    t[i] = "text " .. i
  end
  for i = n + 1, 40 do
    t["key" .. i] = true
  end
  for i = n + 1, 40 do
    t["key" .. i] = nil
  end
end

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 60 do
      local one = world:spawn("a", { x = i, y = 0 })
      fill(one.t, i % 13, forth.t)
      fill(one.u, i % 40, forth.u)
      one.t.own, one.t.twice, one.t.again = one.t, one.u, one.u
    end
  end,
}
