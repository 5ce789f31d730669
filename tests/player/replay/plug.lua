local registry, counter = require "registry", require "counter"

registry.list[#registry.list + 1] = function() return counter() end
