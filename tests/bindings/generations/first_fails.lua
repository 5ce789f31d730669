local shapes = require "shapes"

shapes.round = function(x)
  if x == 33 then error "no" end
  return x / 2
end
