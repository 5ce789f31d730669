local registry = require "registry"

registry.list[#registry.list + 1] = function() return "plug one" end
registry.speed = 2

return true
