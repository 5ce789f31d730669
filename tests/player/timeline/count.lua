local drover = require "drover"

local deer = drover.kind("deer", {
  initial = "calm",
  states = {
    calm = { on = { { drover.when.after(1), "wild" } } },
    wild = { on = { { drover.when.after(1), "calm" } } },
  },
})

return drover.scenario {
  kinds = { deer },
  monitors = { ticks = function(world) return world.tick end, --[[monitors]] },
  setup = function(world) world:scatter("deer", 3) end,
  update = function(world)
    if world.tick % 60 == 0 then world:scatter("deer", 1) end
    --[[update]]
  end,
}
