local drover = require "drover"
local bags = require "bags"
local all, held, tick = {}, {}, 0

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world)
    bags.spawn(world, all)
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
