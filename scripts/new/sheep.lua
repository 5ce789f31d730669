-- A sheep: it grazes until a dog comes too close, runs with the flock, and grazes again.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local keep_apart = steer.separation { kind = "sheep", radius = 2.5 } -- several blends may share a behavior

return drover.kind("sheep", {
  body = { mass = 60, radius = 0.5, max_speed = 7, max_force = 1200 },
  look = { shape = "hoofed", color = "white", size = 1.8 },
  slots = { threat = "agent" }, -- a slot: guards fill it, behaviors read it

  initial = "grazing",
  states = {
    grazing = {
      speed = 0.5,
      steer = blend.weighted { { keep_apart, 2 }, steer.wander {} },
      on = { -- guards: the first that holds wins
        { when.sees("dog", { within = drover.setting "fright", as = "threat" }), "running" },
      },
    },

    running = {
      steer = blend.weighted {
        { steer.evasion { target = "threat", horizon = 1 }, 2 },
        { steer.cohesion { kind = "sheep", radius = 15 }, 0.5 },
        { keep_apart, 2 },
      },
      on = { { when.after(2) & ~when.near("threat", drover.setting "fright"), "grazing" } },
    },
  },
})
