-- Lights that show their state in a color of their own, walkers in three colors, and a post without states. All stand.
local drover = require "drover"

local light = drover.kind("light", {
  body = { locomotion = "fixed" },
  look = { shape = "disc", size = 4, color = "black" },
  initial = "go",
  states = { go = { color = "lime" }, stop = { color = "#ff0001" }, wait = {} },
})

local post = drover.kind("post", { body = { locomotion = "fixed" }, look = { shape = "disc", color = "olive" } })

local walker = drover.kind("walker", {
  body = { locomotion = "fixed" },
  initial = "idle",
  states = { idle = {}, walking = {} },
})

return drover.scenario {
  kinds = { light, post, walker },
  bounds = { min = { -20, -20 }, max = { 20, 20 } },
  setup = function(world)
    world:spawn("light", { x = -10, y = 10 })
    world:spawn("light", { x = 0, y = 10, state = "stop" })
    world:spawn("light", { x = 10, y = 10, state = "wait" })
    for i, color in ipairs({ "gold", "tomato", "tomato", "white", "white", "white" }) do
      world:spawn("walker", { x = 3 * i, y = -10, state = "walking" }).color = color
    end
  end,
}
