-- Agents whose names have different sizes, and whose numbers, which are written after the names,
-- change in each tick.
local drover = require "drover"

local agents, tick = {}, 0
local a = drover.kind("a", { memory = { name = "", number = 0 } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 1500 do agents[i] = world:spawn("a", { x = i, name = ("x"):rep(i) }) end
  end,
  update = function()
    tick = tick + 1
    for i, agent in ipairs(agents) do
      agent.number = i * tick
      if tick % 40 == 0 then agent.name = ("x"):rep(i % 700 + 1) end
    end
  end,
}
