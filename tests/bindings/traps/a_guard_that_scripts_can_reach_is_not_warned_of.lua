local drover = require "drover"
local when = drover.when
local guards = require "guards"

local shared = guards.calm & when.after(2)
drover.kind("unlisted", { on = { when.after(4) } })

local a = drover.kind("a", {
  slots = { prey = "agent" },
  on = { shared, { guards.near, print } },
  states = {
    one = { on = { shared } },
    two = { on = { { when.after(9), "three" } } },
    three = drover.schema.chasing { target = "prey", terminate = when.after(2) },
  },
  initial = "one",
  interrupts = { { when.after(9), "two" } },
})

return drover.scenario { kinds = { a } }
