-- Four agents at the origin, at rest, that seek (10, 0) in different blends, or do nothing.
local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local body = { max_speed = 2 }

local kinds = {
  drover.kind("weighing", {
    body = body,
    slots = { goal = "point" },
    steer = blend.weighted {
      { steer.seek { target = "goal" }, 2 },
      { steer.flee { target = "goal" }, -1 },
      { steer.seek { target = "goal" }, 0 },
      { blend.sum { steer.seek { target = "goal" } }, 2 },
    },
  }),
  drover.kind("choosing", {
    body = body,
    slots = { goal = "point", threat = "agent" },
    steer = blend.priority {
      steer.flee { target = "threat" },
      steer.seek { target = "goal" },
      steer.seek { target = "goal" },
    },
  }),
  drover.kind("plain", { body = body, slots = { goal = "point" }, steer = steer.seek { target = "goal" } }),
  drover.kind("idle", { slots = { goal = "point" } }),
}

return drover.scenario {
  kinds = kinds,
  setup = function(world)
    for _, name in ipairs { "weighing", "choosing", "plain", "idle" } do
      world:spawn(name, { x = 0, y = 0, goal = drover.vec(10, 0) })
    end
  end,
}
