local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

-- @example scenario
local wolf = drover.kind("wolf", {
  states = {
    walking = {
      steer = blend.weighted { { steer.wander {}, 1 }, steer.containment {} },
      on = { { when.after(5), "resting" } },
    },
    resting = {
      speed = 0,
      on = { { when.after(2), "walking" } },
    },
  },
  initial = "walking",
})

return drover.scenario {
  kinds = { wolf },
  mods = { "limping" }, -- in the scenario's folder: mods/limping/init.lua
  bounds = { min = { 0, 0 }, max = { 80, 50 }, edge = "contain" },
  setup = function(world) world:scatter("wolf", 5) end,
}
-- @end
