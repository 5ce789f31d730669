local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  slots = { prey = "agent", other = "agent" },
  initial = "begin",
  monitors = { { when.has "prey", "fetch" } },
  states = { begin = {}, calm = {}, fetch = {} },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local one = world:spawn("a", { state = "calm" })
    one.prey = one
  end,
}
