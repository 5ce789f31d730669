local drover = require "drover"
local vec = drover.vec

drover.group("g", { memory = { k = 1 } })

local a = drover.kind("a", { memory = { n = 1, m = { 1, { x = vec(1, 2) } }, gone = 1 } })
local b = drover.kind("b", { memory = { n = 1 } })

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    for _ = 1, 3 do
      world:spawn("a", { group = world:new_group "g" })
    end
  end,
}
