-- Sheep and a dog. This file sets the scene; sheep.lua says how a sheep lives.
-- Leave it running, change something, save: the sheep carry on under the new code where they are.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

-- A kind of agent: its body, how it looks, and what it wants. `weighted` adds up what its behaviors ask for, each times
-- its weight: the dog comes to the mouse, and while the mouse isn't over the window, it goes for the nearest sheep.
local dog = drover.kind("dog", {
  body = { radius = 0.4, max_speed = 6 }, -- meters, meters per second; `drover help body` lists the rest
  look = { shape = "wolf", color = "tan", size = 2 },
  steer = blend.weighted {
    { steer.arrival { target = drover.mouse }, 4 },
    steer.forage { kind = "sheep", radius = 80 }, -- without a number, the weight is 1
  },
})

return drover.scenario {
  name = "flock", -- what mods call it
  title = "Sheep and a dog",
  kinds = { dog, require "sheep" },
  bounds = { min = { 0, 0 }, max = { 80, 50 }, edge = "wrap" }, -- agents that leave on one side come in on the other

  settings = { -- sliders in the window; on the command line --set fright=20
    drover.slider("fright", 12, { min = 0, max = 40, title = "how near a dog may come" }),
  },

  monitors = { -- plotted in the window; columns of --report
    running = function(world) return world:count("sheep", { state = "running" }) end,
  },

  setup = function(world) -- once, before the first tick
    world:scatter("sheep", 40)
    world:spawn("dog", { x = 10, y = 10 })
  end,
}
