local drover = require "drover"
local steer = drover.steer

local look = steer.wander {}
local a = drover.kind("a", { steer = steer.wander {}, memory = { t = {} } })

return drover.scenario {
  kinds = { a },
  monitors = {
    m = function(world)
      local sum = 0
      for s in world:agents() do
        sum = sum + s:steering(look)
        for o in s:neighbors("a", 20) do
          sum = sum + s:distance(o)
        end
        for o in s:seen() do
          sum = sum + s:bearing(o)
        end
      end
      return sum
    end,
  },
  setup = function(world) world:scatter("a", 20) end,
}
