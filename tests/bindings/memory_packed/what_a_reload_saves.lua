local drover = require "drover"

local a = drover.kind("a", { memory = { n = 0, new = { 5 }, bag = { more = 1 } } })
drover.group("g", { memory = { bag = { n = 0 } } })
local wall = drover.kind("wall", {})

return drover.scenario { kinds = { a, wall } }
