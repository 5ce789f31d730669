-- A volume of 40 m and 20 m high, with what a test puts into it.

local drover = require "drover"

drover.terrain("water", { color = "#0000ff" })
drover.flow("wind", { field = function() return 1, 0 end })
drover.field("heat", { cell = 5, max = 8, color = "red" })

local body = { locomotion = "fixed", solid = false }
local eagle = drover.kind("eagle", {
  body = body, sight = { range = 15, angle = 2 * math.pi }, look = { size = 0.2, color = "blue" },
})
local runner = drover.kind("runner", { body = body, look = { size = 0.5, color = "red" } })

return drover.scenario {
  kinds = { eagle, runner },
  space = "volume",
  tick_rate = 10,
  bounds = { min = { -20, -20, 0 }, max = { 20, 20, 20 } },
  setup = function(world)
    world.visibility = math.huge -- clear air
    --[[setup]]
  end,
  update = function(world)
    for agent in world:agents "runner" do agent.y = agent.y - 0.5 end
  end,
}
