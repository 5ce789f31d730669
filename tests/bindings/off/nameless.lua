local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  states = {
    calm = { on = { { when.after(0), function() while true do end end } } },
    wild = { on = { { when.after(0), function() while true do end end } } },
  },
  initial = "calm",
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", {})
    world:spawn("a", { state = "wild" })
  end,
}
