-- Two agents that were in `calm` when their monitor sent them to fetch.
local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  slots = { prey = "agent" },
  initial = "begin",
  --[[migrate]]
  interrupts = { { when.has "prey", "fetch" } },
  states = { begin = {}, calm = {}, fetch = {} },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _ = 1, 2 do
      local one = world:spawn("a", { state = "calm" })
      one.prey = one
    end
  end,
}
