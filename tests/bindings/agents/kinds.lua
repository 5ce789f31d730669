local drover = require "drover"

return { drover.kind("a", { slots = { prey = "agent" }, memory = { n = 1 } }), drover.kind("b", {}) }
