local drover = require "drover"
local steer = drover.steer
local tree = drover.tree

local a = drover.kind("a", {
  initial = "walk",
  body = { max_speed = 10 },
  states = {
    home = { steer = steer.arrival { target = { 15, 0 } } },
    walk = tree.sequence {
      done = "home",
      tree.wait(1),
      tree.steer(steer.seek { target = { 15, 0 } }, function(self)
        if self:distance(self.world.memory.at) > 1 then return "running" end
      end),
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world.memory.at = { 15, 0 }
    world:spawn("a", { y = 0 })
  end,
  update = function(world)
    if world.tick % 60 == 0 then
      for s in world:agents() do
        print(s.state, s.tree[1], s.tree.steered)
      end
    end
  end,
}
