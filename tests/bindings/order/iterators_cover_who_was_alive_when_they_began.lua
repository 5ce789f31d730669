local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 5 do
      world:spawn("a", { x = i })
    end
    for agent in world:agents "a" do
      print(agent.id)
      if agent.id == 2 then
        for other in world:agents() do
          if other.id == 4 then other:remove() end
        end
      end
      if agent.id == 3 then
        agent:remove()
        print(world:spawn("a", {}).id)
        world:spawn("a", {})
        world:spawn("a", {})
      end
    end
    print(world:count())
  end,
}
