local drover = require "drover"

local walker = drover.kind("walker", { body = { radius = 0.6 }, slots = { way = "path" } })

local function build(world)
  world:obstacle { wall = { from = { 0, -50 }, to = { 0, -1 } } }
  world:obstacle { wall = { from = { 0, 1 }, to = { 0, 20 } } }
end

return drover.scenario {
  kinds = { walker },
  setup = function(world)
    build(world)
    local a = world:spawn("walker", { x = -5 })
    local b = world:spawn("walker", { x = 5, y = 2 })
    local way = world:plan(a, b)
    print(way.length < 12, (way:point(0)))
    local x, y = way:point(99)
    print(x, y)
    a.radius = 1.2
    print(world:plan(a, b).length > 40)
    print(world:plan(a, b, { clearance = 0 }).length < 12)
    b:remove()
    print(pcall(world.plan, world, a, b))
  end,
}
