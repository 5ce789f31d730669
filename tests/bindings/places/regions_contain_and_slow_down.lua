local drover = require "drover"
local vec = drover.vec
local a = require "walker"

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local r = world:region { shape = { box = { x = 3, y = 4, w = 4, d = 2 } }, speed = 0.5 }
    print(r, r.x, r.y, r.speed, r:contains(5, 5), r:contains(vec(5, 5.1)))
    local s = world:spawn("a", { x = 3, y = 4, home = r })
    print(r:contains(s))
    print(r:contains(world:random_point(r)))
    r.speed = 2
    print(r.speed)
    print(pcall(function() r.x = 1 end))
    print(pcall(function() r.speed = -1 end))
    print(pcall(world.region, world, { shape = { cylinder = { x = 1, y = 1 } } }))
    print(pcall(world.region, world, { speed = 1 }))
    world:obstacle { cylinder = { x = 9, y = 9, radius = 1, height = 3 } }
    r:remove()
    print(r.alive, s.home)
  end,
}
