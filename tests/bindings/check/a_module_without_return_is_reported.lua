local drover = require "drover"
local other = require "other"

local a = drover.kind("a", {
  step = function(self)
    if self.x > 3 then other.act(self) end
  end,
})

return drover.scenario { kinds = { a }, setup = function() end }
