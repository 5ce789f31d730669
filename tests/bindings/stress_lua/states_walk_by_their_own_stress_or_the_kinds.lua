local drover = require "drover"
local stress = drover.stress

local LEGS = { radius = 0.25, max_speed = 1, stride = 0.5, locomotion = "legged" }

local k = drover.kind("k", {
  body = LEGS,
  slots = { goal = "point", much = "number" },
  stress = stress.attract { target = "goal" },
  reflexes = { { stress.inertia(), "much", 1 } },
  initial = "going",
  states = {
    going = { on = { { drover.when.near("goal", 0.4), "gone" } } },
    gone = { stress = { { stress.avoid { target = "goal", distance = 4 }, 2 } } },
  },
})

return drover.scenario {
  kinds = { k },
  setup = function(world)
    world.memory.k = world:spawn("k", { x = 0, y = 0, goal = { x = 5, y = 1 } })
  end,
  update = function(world)
    local walker = world.memory.k
    if world.tick == 500 then assert(walker.state == "gone") end
    if world.tick == 1400 then assert(walker:distance(5, 1) > 3.4, walker:distance(5, 1)) end
  end,
}
