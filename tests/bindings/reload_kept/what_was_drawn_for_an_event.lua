local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  memory = { hits = 0 },
  on = {
    { when.arrived({ 0, 0 }, { distance = 100, chance = 0.5 }), function(self) self.hits = self.hits + 1 end },
    -- [here]
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:scatter("a", 40) end,
  update = function(world)
    local hits = {}
    for each in world:agents() do hits[each.id] = each.hits > 0 and 1 or 0 end
    if world.tick > 0 then print(table.concat(hits)) end
    for each in world:agents() do each.hits = 0 end
  end,
}
