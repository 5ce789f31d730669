local drover = require "drover"
local bags = require "bags"
local all, held, tick = {}, {}, 0

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world) bags.spawn(world, all) end,
  update = function()
    tick = tick + 1
    if tick == 3 then all[2].bag.list[1] = 5 end
    if tick == 5 then
      all[5].bag.new = {}
      held[1] = all[6].bag
    end
    if held[1] then held[1].n = tick end
    if tick == 12 then all[3].bag.n = 12 end
    if tick == 13 then all[1].bag.n = 13 end
  end,
}
