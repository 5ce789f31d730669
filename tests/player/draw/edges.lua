-- A small volume that wraps, and a runner whom a test moves.

local drover = require "drover"

local runner = drover.kind("runner", {
  body = { locomotion = "flying", solid = false, max_speed = 100 }, look = { size = 0.5, color = "red" },
})

return drover.scenario {
  kinds = { runner },
  space = "volume",
  tick_rate = 10,
  bounds = { min = { -5, -5, 0 }, max = { 5, 5, 10 }, edge = "wrap" },
  setup = function(world)
    world.visibility = math.huge -- clear air
    world:spawn(runner, { --[[place]] })
  end,
}
