-- Six hundred agents, of which each tick touches the next four.
local drover = require "drover"

local agents, tick = {}, 0
local a = drover.kind("a", { memory = { n = 0, name = "x" } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 600 do agents[i] = world:spawn("a", { x = i }) end
  end,
  update = function()
    tick = tick + 1
    for i = 4 * tick, 4 * tick + 3 do
      local agent = agents[i % 600 + 1]
      agent.name = "x" .. tick
    end
  end,
}
