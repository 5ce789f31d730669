local registry = require "registry"

registry.speed = 99
registry.list[#registry.list + 1] = function() error "on purpose" end
