local drover = require "drover"
local walker = require "walker"

return drover.scenario {
  kinds = { walker.kind },
  setup = function(world)
    local a = world:spawn("walker", {})
    local p = world:path { points = { { 0, 0 }, { 9, 0 } } }
    local o = world:obstacle { sphere = { x = 4, y = 0, radius = 1 } }
    local far = world:obstacle { sphere = { x = 30, y = 0, radius = 1 } }
    print(p:blocked())
    print(string.format("%.3f", select(2, p:blocked(0.5))))
    print(p:blocked(0.5, {}, 2))
    print(p:blocked(0, { far, o }))
    print(p:blocked(0, nil, 4.5))
    local known = { far }
    print(a:discover(known), known[1] == far, known[2] == o, #known)
    print(a:sees(o) == o, a:sees(far), a:discover(known), #known)
    far:remove()
    print(a:discover(known), #known, known[1] == o, a:sees(far))
    print(world:plan({ 0, 0 }, { 9, 0 }, { known = { far } }).length)
    local function try(f, ...) print(select(2, pcall(f, ...))) end
    try(a.discover, a)
    try(a.discover, a, { o, a })
    try(p.blocked, p, -1)
    try(p.blocked, p, 0, 3)
    try(world.plan, world, a, { 1, 1 }, { known = { o, 4 } })
    try(world.plan, world, a, { 1, 1 }, { known = o })
  end,
}
