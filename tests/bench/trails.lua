-- Agents that leave an amount, and turn to where three points ahead say that there is most; or the same agents, which
-- just coast. For each there are two and a half cells of a square meter.
local drover = require "drover"
local steer = drover.steer
local agents = require "agents"
local side = math.sqrt(2.5 * agents)

drover.field("trail", { cell = 1, evaporation = 1, diffusion = 0.3, max = 1 })

local speck = drover.kind("speck", {
  body = { radius = 0.05, max_speed = 9, max_force = 200, response = 0, solid = false },
  initial = "trailing",
  states = {
    coasting = {},
    trailing = { leaves = { trail = 1 }, steer = steer.climb { field = "trail", distance = 2 } },
  },
})

return drover.scenario {
  title = "Trails",
  kinds = { speck },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  settings = { drover.choice("state", "trailing", { "coasting", "trailing", restart = true }) },
  setup = function(world, settings)
    for _ = 1, agents do
      world:spawn(speck, {
        x = side * world:random(), y = side * world:random(), heading = 2 * math.pi * world:random(), speed = 9,
        state = settings.state,
      })
    end
  end,
}
