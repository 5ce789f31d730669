local drover = require "drover"

local plain = drover.kind("plain", { step = function(self) self:turn_into "rich" end })
local rich = drover.kind("rich", {
  memory = { purse = { 1 } },
  step = function(self) self.purse[2] = 2 self:turn_into "plain" end,
})

return drover.scenario {
  kinds = { plain, rich },
  setup = function(world) world.memory.first = world:spawn("plain", {}) end,
  update = function(world)
    local agent = world.memory.first
    print(agent.kind, agent.kind == "rich" and #agent.purse or nil)
  end,
}
