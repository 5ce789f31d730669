local drover = require "drover"
local steer, blend = drover.steer, drover.blend
local when, schema = drover.when, drover.schema

-- @example avoidance
local past_others = blend.sum {
  steer.obstacle_avoidance { target = "work" },
  steer.people_avoidance { kind = "person", radius = 1 },
}
local person = drover.kind("person", {
  body = { radius = 0.3, max_speed = 1.5, mass = 70, max_force = 400 },
  slots = { work = "point" },
  initial = "commuting",
  states = {
    commuting = schema.path {
      target = "work", clearance = 0.6, reflexes = past_others,
      done = "at_work", failed = "lost",
      -- somebody stands in a narrow gap: make room, then plan again
      on = { { when.stuck(3), "waiting" } },
    },
    waiting = {
      speed = 0.7,
      steer = blend.priority {
        steer.obstacle_avoidance {}, steer.wander {},
      },
      on = { { when.after(2), "commuting" } },
    },
    at_work = { steer = steer.target_speed { speed = 0 } },
    lost = {
      enter = function(self) self.label = self.schema.reason end,
      steer = steer.target_speed { speed = 0 },
    },
  },
})
-- @end

return drover.scenario {
  kinds = { person },
  setup = function(world)
    for i = -1, 1 do world:obstacle { box = { x = 0, y = 12 * i, w = 6, d = 8 } } end
    for i = 1, 30 do
      local side = i % 2 == 0 and 25 or -25
      local y, goal = 1.2 * i - 18.6 + world:random(), 18.6 - 1.2 * i + world:random()
      world:spawn("person", { x = side, y = y, work = { -side, goal } })
    end
  end,
}
