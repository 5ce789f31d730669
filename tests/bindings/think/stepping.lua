local drover = require "drover"

-- Says the tick, the agent, and how many ticks have passed for it.
local function say(self, dt) print(("%d: #%d %.0f"):format(self.world.tick, self.id, dt * 60)) end

local a = drover.kind("a", { think = 3, step = function(self, dt) say(self, dt) end })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 4 do
      world:spawn("a", { x = 10 * i })
    end
  end,
}
