local drover = require "drover"

local group = drover.group("pack", {
  slots = { quarry = "agent" },
  memory = { kills = 0, plan = { step = 1 } },
  elect = nil,
})

return { group = group, kinds = { drover.kind("a", {}) } }
