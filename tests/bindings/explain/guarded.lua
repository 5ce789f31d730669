-- A deer at the origin, which faces +x, and a wolf 20 m ahead; a bell rings at (-3, 4). The guard is on line 13.
local drover = require "drover"
local when = drover.when

local wolf = drover.kind("wolf", { initial = "idle", states = { idle = {}, running = {} } })

local deer = drover.kind("deer", {
  slots = { threat = "agent", home = "point", yard = "region" },
  sight = { range = 50, angle = math.rad(360) },
  initial = "calm",
  states = {
    calm = {
      on = { { when.after(0), "alert" } },
    },
    alert = {},
  },
})

return drover.scenario {
  kinds = { wolf, deer },
  settings = { drover.toggle("mist", true) },
  bounds = { min = { -100, -100 }, max = { 100, 100 } },
  setup = function(world)
    local it = world:spawn("wolf", { x = 20, y = 0 })
    local yard = world:region { shape = { cylinder = { x = 0, y = 0, radius = 5, height = 1 } } }
    world:spawn("deer", { x = 0, y = 0, threat = it, home = drover.vec(0, 0), yard = yard })
  end,
  update = function(world)
    if world.tick == 0 then
      for one in world:agents("wolf") do one:emit("howl", 100) end
      world:emit("bell", { at = drover.vec(-3, 4), radius = 100 })
      world:emit("night")
    end
  end,
}
