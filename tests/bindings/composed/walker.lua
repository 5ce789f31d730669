-- It rests for a second, then walks to where it is done.
local drover = require "drover"
local steer, tree = drover.steer, drover.tree

local goal = { 15, 0 }

local a = drover.kind("a", {
  initial = "walk",
  body = { max_speed = 10 },
  states = {
    home = { steer = steer.arrival { target = goal } },
    walk = tree.sequence {
      done = "home",
      tree.wait(1),
      tree.steer(steer.seek { target = goal }, function(self)
        if self:distance(self.world.memory.at) > 1 then return "running" end
      end),
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world.memory.at = goal
    world:spawn("a", { y = 0 })
  end,
  update = function(world)
    if world.tick % 60 ~= 0 then return end
    for s in world:agents() do
      print(s.state, s.tree[1], s.tree.steered)
    end
  end,
}
