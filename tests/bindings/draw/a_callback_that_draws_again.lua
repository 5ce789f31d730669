local drover = require "drover"

local a = drover.kind("a", { draw = function(self, draw) draw.arrow(self.x, 0, 1, 1) end })

return drover.scenario { kinds = { a }, draw = function(world) world:spawn("a", {}) end }
