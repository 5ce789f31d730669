local drover = require "drover"
local vec = drover.vec
local a = require "walker"

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local p = world:path { points = { { 0, 0 }, vec(10, 0), { 10, 5 } }, radius = 2 }
    print(p, p.length, p.radius, p.closed, p.alive)
    print(p:point(12))
    print(p:project(4, -3))
    print(p:project(vec(12, 2)))
    local s = world:spawn("a", { x = 1, route = p })
    print(s.route == p)
    p:remove()
    print(p.alive, s.route, pcall(p.point, p, 1))
    print(pcall(function() return world:path { points = { { 0, 0 } } } end))
    print(pcall(function() return world:path { points = 3 } end))
    print(pcall(function() return world:path { poins = {} } end))
    local q = world:path { points = { { 0, 0 }, { 4, 0 }, { 4, 4 } }, closed = true, spline = true }
    print(q, q.radius, (q:point(0)))
    print(pcall(function() q.length = 3 end))
    print(pcall(function() return q.lenth end))
    print(pcall(function() s.wind = q end))
  end,
}
