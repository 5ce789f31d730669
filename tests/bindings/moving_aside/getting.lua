-- Of the states that the agents of fetching.lua are in, and were in, none is left.
local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  slots = { prey = "agent" },
  initial = "begin",
  migrate = function(self, old) print(self.id, old) end,
  interrupts = { { when.has "prey", "get" } },
  states = { begin = {}, get = {} },
})

return drover.scenario { kinds = { a } }
