local registry, n = require "registry", 0

registry.list[#registry.list + 1] = function()
  n = n + 1
  registry.speed = n
  if n == 25 then error "on purpose" end
  return "two"
end
