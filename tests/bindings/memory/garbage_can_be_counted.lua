local drover = require "drover"

local a = drover.kind("a", { step = function() local _ = {} end })

return drover.scenario { kinds = { a }, setup = function(world) world:scatter("a", 100) end }
