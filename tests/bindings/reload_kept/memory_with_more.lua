-- What a save makes of memory.lua.
local drover = require "drover"

drover.group("g", { memory = { n = 2, m = {} } })

local a = drover.kind("a", {
  memory = { n = 2, gone = 5, bag = { 9 }, at = drover.vec(1, 2), none = drover.none },
  step = function(self)
    print(self.n, self.gone, self.bag[1], self.at, self.none, self.group.n, self.group.m ~= nil, self.world.memory.kept)
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn("a", { n = 7, group = world:new_group "g" })
    s.gone = nil
    s.group.n = 3
    world.memory.kept = "kept"
  end,
}
