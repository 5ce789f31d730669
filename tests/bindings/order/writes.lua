local drover = require "drover"
local when, vec = drover.when, drover.vec

local function try(self) local world = self.world --[[write]] end

drover.group("g", {
  memory = { n = 0 },
  --[[elect]]
})

local a = drover.kind("a", {
  slots = { slot = "agent" },
  memory = { n = 0 },
  --[[lua]]
})

return drover.scenario {
  kinds = { a },
  settings = { drover.slider("pace", 1) },
  --[[monitor]]
  setup = function(world) world:spawn("a", { group = world:new_group "g" }) end,
}
