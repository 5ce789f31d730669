local drover = require "drover"
local walker = require "walker"

return drover.scenario {
  kinds = { walker.kind },
  setup = function(world)
    local a = world:spawn("walker", { goal = { 20, 0 } })
    walker.replan(a)
  end,
  update = function(world)
    for a in world:agents() do
      if world.tick == 299 then a.y = 1.9 end
      if world.tick == 330 then a.y = a.y + 1.5 end
      if a:distance(20, 0) < 0.5 then
        print("there", a.plans, a.y < 0.5)
        a:remove()
      end
    end
  end,
}
