local drover = require "drover"
local pedestrian = require "pedestrian"

print(pedestrian.body.radius, pedestrian.extra)
pedestrian.body.radius = 3
pedestrian.extra = true

return drover.scenario { kinds = { drover.kind("a", {}) } }
