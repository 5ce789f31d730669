local drover = require "drover"

local idle = { step = function(self) self.hungr = 1 end }
local states = { idle = idle }
local def = { states = states, memory = { hunger = 1 } }
local a = drover.kind("a", def)

return drover.scenario { kinds = { a }, setup = function() end }
