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
    local bag, list = all[1].bag, all[2].bag.list
    held.f = function()
      bag.n = tick
      return function() list[1] = tick end
    end
    local third = setmetatable(
      {},
      { __index = all[3].bag, __newindex = function(_, k, v) held.m[k] = v end }
    )
    held.m = all[4].bag
    held.third = third
    held.next = pairs(all[5].bag)
  end,
  update = function()
    tick = tick + 1
    held.f()()
    held.third.n = tick
    getmetatable(held.third).__index.n = tick
  end,
}
