local drover = require "drover"
local moth = require "moth"
local steer, blend = drover.steer, drover.blend
local east, west, idle = moth.east, moth.west, moth.idle

local ox = drover.kind("ox", {
  slots = { none = "agent" },
  steer = blend.velocity {
    inertia = 2,
    blend.rotate {
      steer.wander(),
      east,
      { blend.dither { { blend.random { west, east }, 0.5 }, idle }, 3 },
    },
  },
})

return drover.scenario {
  kinds = { ox },
  setup = function(world) world:scatter("ox", 20) end,
  update = function(world)
    if world.tick == 99 then print(world:count "ox") end
  end,
}
