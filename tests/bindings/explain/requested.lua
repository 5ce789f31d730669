-- Nine agents that are all asked in `update` to change. Every third is removed before its turn.
local drover = require "drover"

local a = drover.kind("a", { initial = "one", states = { one = {}, two = {} } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _ = 1, 9 do world:spawn("a", {}) end
  end,
  update = function(world)
    if world.tick > 0 then return end
    local asked = {}
    for agent in world:agents "a" do asked[#asked + 1] = agent end
    for _, agent in ipairs(asked) do
      if agent.id % 2 == 1 then
        agent:become "two"
      else
        agent:become "two"
      end
    end
    for _, agent in ipairs(asked) do
      if agent.id % 3 == 0 then agent:remove() end
    end
  end,
}
