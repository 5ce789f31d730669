local drover = require "drover"

-- A scenario of one boat.
return function(def)
  def.slots = { berth = "pose", place = "vector", quay = "agent" }
  def.body = def.body or { locomotion = "fixed" }
  return drover.scenario {
    kinds = { drover.kind("boat", def) },
    setup = function(world) world:spawn("boat", { x = 3, y = 4, heading = 1 }) end,
  }
end
