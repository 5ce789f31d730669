local drover = require "drover"

local deer = drover.kind("deer", { steer = drover.steer.wander {} })

return drover.scenario {
  kinds = { deer },
  seed = 18446744073709551,
  settings = {
    drover.slider("births", 4, { max = 9 }),
    drover.choice("wind", "calm", { "calm", "a gale, from the west" }),
    drover.toggle("mist", true), --[[settings]]
  },
  monitors = {
    deer = function(world) return world:count "deer" end,
    nothing = function() return 0 / 0 end, --[[monitors]]
  },
  setup = function(world) world:scatter("deer", 3) end,
  update = function(world) --[[update]] world.memory.ticks = world.tick end,
}
