local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local SHARE, OTHER = -0.5, 7
local list = { 1, 2 } -- nobody knows what for
local shun = steer.flee { target = "foe", radius = 20 }
local rays = steer.flocking { kind = "prey", separation = { weight = 1.5, radius = 4 } }
local body = { max_speed = 0x10 }

local function pace(self) return self.x * 3 + OTHER end

return drover.kind("prey", {
  body = body,
  sight = { range = 40, angle = math.rad(300) },
  slots = { foe = "agent" },
  memory = { age = 12 },
  look = { size = 2e0 },
  step = function(self) self.age = pace(self) + SHARE + #list end,
  initial = "calm",
  states = {
    calm = {
      speed = 0.8,
      steer = blend.weighted { { shun, 12 }, { rays, 3 }, { steer.wander { strength = 0.6 }, 2 } },
      on = { { when.after(0.25) | when.near("foe", 15), "calm" } },
    },
  },
})
