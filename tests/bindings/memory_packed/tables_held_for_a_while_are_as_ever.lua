local drover = require "drover"
local bags = require "bags"
local all, held, tick = {}, {}, 0
local from, to = 1, 1

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world) bags.spawn(world, all) end,
  update = function()
    tick = tick + 1
    if tick == from then
      held[1] = all[2].bag
      held[2] = all[6].bag.list
      all[9].bag.loan = all[4].bag
    end
    if held[1] then
      held[1].n = tick
      held[2][1] = tick
    end
    if all[9].bag.loan then all[9].bag.loan.n = tick end
    if tick == to then held[1], all[9].bag.loan = nil, nil end
  end,
}
