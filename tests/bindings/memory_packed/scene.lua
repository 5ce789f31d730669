-- `tick` counts in update. What cases do leaves the agents from the seventh on alone.
local drover = require "drover"
local vec = drover.vec
local bags = require "bags"
local all, held, tick = {}, {}, 0

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world)
    bags.spawn(world, all)
    local pack = all[1].group
    --[[setup]]
  end,
  update = function(world)
    tick = tick + 1
    --[[update]]
  end,
}
