local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  slots = { prey = "agent", other = "agent" },
  initial = "begin",
  monitors = {
    --[[monitors]]
    { when.has "prey", "fetch" },
  },
  states = {
    begin = {},
    --[[states]]
    calm = {},
    fetch = {
      enter = function() print "fetch" end,
      step = function() return "resume" end,
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local one = world:spawn("a", { state = "calm" })
    one.prey = one
  end,
}
