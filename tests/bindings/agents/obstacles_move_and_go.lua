local drover = require "drover"
local vec = drover.vec

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    local o = world:obstacle { box = { x = 1, y = 2, w = 3, d = 4 } }
    print(o, o.x, o.alive)
    o.x, o.heading = 5, 1
    print(o.x, o.heading)
    o:remove()
    print(o.alive, pcall(function() return o.x end))
    local p = world:obstacle { wall = { from = { 0, 0 }, to = vec(3, 0) } }
    print(p, p == o)
    print(pcall(function() p.radius = 3 end))
    print(pcall(function() return p.raduis end))
    print(pcall(function() p.x = 0 / 0 end))
  end,
}
