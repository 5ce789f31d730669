local drover = require "drover"

local AGENTS = 1

return drover.scenario {
  kinds = { drover.kind("a", { steer = drover.steer.wander {} }) },
  setup = function(world)
    for i = 1, AGENTS do
      world:spawn("a", { x = i })
    end
  end,
  update = function(world)
    for a in world:agents() do
      if world.tick == 3 and a.id == 2 then a:remove() end
    end
  end,
}
