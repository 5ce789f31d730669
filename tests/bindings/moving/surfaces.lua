-- One on a ball above a floor.
local drover = require "drover"

-- The name of the ball, if a save changes it, what it was called before, and what it removes.
local said = {}

drover.surface(said.ball or "ball", { sphere = { radius = 5 }, renamed_from = said.was_ball })
drover.surface("floor", { plane = { point = { 0, 0, -9 } } })

local a = drover.kind("a", {
  body = { locomotion = "surface" },
  slots = { surface = "surface" },
})

return drover.scenario {
  space = "volume",
  kinds = { a },
  removed = said.removed,
  setup = function(world)
    local ball = world:surface "ball"
    world:surface "floor"
    world:spawn("a", { x = 0, y = 0, z = 5, surface = ball })
  end,
}
