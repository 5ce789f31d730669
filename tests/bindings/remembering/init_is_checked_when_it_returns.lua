local drover = require "drover"

local a = drover.kind("a", {
  memory = { bag = {} },
  init = function(self)
    if self.id == 2 then self.bag.f = print end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:scatter("a", 1) end,
  update = function(world) world:scatter("a", 1) end,
}
