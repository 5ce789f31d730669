-- What a save makes of memory.lua.
local drover = require "drover"

drover.group("g", { memory = { n = 2, m = {} } })

local a = drover.kind("a", {
  memory = { n = 2, gone = 5, bag = { 9 }, at = drover.vec(1, 2), none = drover.none },
  step = function(self)
    print(self.n, self.gone, self.bag[1], self.at, self.none, self.group.n, self.group.m ~= nil, self.world.memory.kept)
  end,
})

return drover.scenario { kinds = { a } }
