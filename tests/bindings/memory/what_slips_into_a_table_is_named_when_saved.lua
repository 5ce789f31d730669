local drover = require "drover"

local a = drover.kind("a", {
  memory = { bag = {} },
  step = function(self)
    if self.id == 2 then self.bag.list = { { 1, print } } end
  end,
})

return drover.scenario { kinds = { a }, setup = function(world) world:scatter("a", 2) end }
