local drover = require "drover"
local steer = drover.steer

local north = steer.seek { target = { 0, 1e6 } }
local a = drover.kind("a", { body = { max_force = 1e9, response = 0.001 } })

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world)
    for s in world:agents() do
      print(s.vy > 1)
      s:apply(north)
    end
  end,
}
