local drover = require "drover"
local bags = require "bags"
local all, held, tick = {}, {}, 0

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world)
    bags.spawn(world, all)
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
