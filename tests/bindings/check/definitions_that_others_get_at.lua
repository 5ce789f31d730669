local drover = require "drover"

local idle = { step = function(self) self.hungr = 1 end }
local a = drover.kind("a", { states = { idle = idle } })
print(idle)

return drover.scenario { kinds = { a }, setup = function() end }
