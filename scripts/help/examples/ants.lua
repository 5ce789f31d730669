-- @example start, drover, scenario, kind, declared_scenario
local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local ant = drover.kind("ant", {
  body = { radius = 0.3, max_speed = 3, max_force = 12 },
  look = { color = "maroon", size = 1.5 },
  slots = { food = "point", nest = "point" },
  memory = { meals = 0 },
  initial = "searching",
  states = {
    searching = {
      steer = blend.weighted {
        steer.wander { strength = 0.5 },
        { steer.seek { target = "food" }, 0.3 },
      },
      on = { { when.near("food", 2), "carrying" } },
    },
    carrying = {
      steer = steer.arrival { target = "nest" },
      on = { { when.near("nest", 2), "searching" } },
      leave = function(self) self.meals = self.meals + 1 end,
    },
  },
})

return drover.scenario {
  title = "Ants",
  kinds = { ant },
  bounds = { min = { -40, -30 }, max = { 40, 30 }, edge = "contain" },
  monitors = {
    carrying = function(world)
      return world:count("ant", { state = "carrying" })
    end,
  },
  setup = function(world)
    for _ = 1, 40 do
      world:spawn("ant", {
        heading = world:random() * 2 * math.pi, nest = { 0, 0 },
        food = { 30, 20 },
      })
    end
  end,
}
-- @end
