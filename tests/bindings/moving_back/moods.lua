local drover = require "drover"

local by = { steer = drover.steer.wander {} }

local a = drover.kind("a", {
  initial = "x",
  states = { x = {}, calm = by, wild = by },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _, state in ipairs { "calm", "wild", "x", "calm" } do
      world:spawn("a", { state = state })
    end
  end,
}
