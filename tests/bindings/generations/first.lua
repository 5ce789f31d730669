local shapes = require "shapes"

local before = shapes.round
shapes.round = function(x) return before(x) + 1 end
