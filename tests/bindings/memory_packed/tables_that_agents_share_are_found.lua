local drover = require "drover"
local bags = require "bags"
local all, tick = {}, 0
local change = 1

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world)
    bags.spawn(world, all)
    all[2].also = all[11].bag
    all[12].bag.list = all[3].bag.list
    all[4].also = { all[10].bag }
  end,
  update = function()
    tick = tick + 1
    if tick == change + 1 then
      all[2].also.n = tick
      all[2].also = nil
      all[12].bag.list[1] = "by the twelfth"
      all[12].bag = nil
      all[4].also[1].n = tick
      all[4]:remove()
    end
  end,
}
