local drover = require "drover"
local vec = drover.vec
local a = require "walker"

local wind = drover.flow("wind", { resolution = 10, field = function(x, y) return -y, x end })
drover.flow("calm", { resolution = 5, bounds = { min = { 0, 0 }, max = { 20, 10 } } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local w, c = world:flow(wind), world:flow "calm"
    print(w, w.name, c, w:at(20, 15))
    print(c:at(5, 5))
    c:set(5, 5, 1, 2)
    print(c:at(5, 5))
    c:paint(10, 5, 6, 4, 0)
    print(c:at(10, 5))
    c:paint(vec(10, 5), 6, vec(0, 2), 0.5)
    print(c:at(vec(10, 5)))
    print(pcall(c.set, c, 30, 5, 1, 1))
    print(pcall(c.paint, c, 1, 1, 1, 1, 1, 3))
    print(pcall(world.flow, world, "clam"))
    print(pcall(world.flow, world, 3))
  end,
}
