local drover = require "drover"
local vec = drover.vec

local all, held, tick = {}, {}, 0
drover.group("g", { memory = { bag = { n = 0 } } })

local a = drover.kind("a", {
  memory = {
    n = 0,
    name = "x",
    at = vec(1, 2),
    who = drover.none,
    bag = { 1, 2, list = { 1.5, "two" } },
    also = drover.none,
  },
})

local wall = drover.kind("wall", {})

return drover.scenario {
  kinds = { a, wall },
  setup = function(world)
    for i = 1, 12 do
      all[i] = world:spawn("a", { x = i, name = "agent " .. i })
    end
    local pack = world:new_group "g"
    all[1].group = pack
  end,
  update = function(world)
    tick = tick + 1
    if tick == 4 then
      all[1]:remove()
      all[2]:remove()
      held.two = all[3].bag
    end
    if tick == 5 then
      all[1] = world:spawn("a", { bag = { 5, held.two } })
      all[2] = world:spawn("wall", {})
      all[13] = world:spawn("a", {})
      held.two.n = 9
    end
    if tick > 5 then
      all[1].bag[1] = tick
      all[13].bag[1] = tick
    end
  end,
}
