local registry, counter = require "registry", require "counter"

registry.list[#registry.list + 1] = function(world)
  registry.speed = 50
  counter()
  if world.tick == 80 then error "x" end
  return 7
end
