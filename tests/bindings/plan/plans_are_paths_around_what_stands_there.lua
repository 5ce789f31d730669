local drover = require "drover"
local vec = drover.vec

local walker = drover.kind("walker", { body = { radius = 0.6 }, slots = { way = "path" } })

local function build(world)
  world:obstacle { wall = { from = { 0, -50 }, to = { 0, -1 } } }
  world:obstacle { wall = { from = { 0, 1 }, to = { 0, 20 } } }
end

return drover.scenario {
  kinds = { walker },
  setup = function(world)
    build(world)
    local near = world:plan({ -5, 0 }, { x = 5, y = 0 }, { clearance = 0.5 })
    print(near, near.length, near.radius, near.closed)
    print(near:point(0))
    print(near:point(99))
    local far = world:plan(vec(-5, 0), { 5, 0 }, { clearance = 1.5, resolution = 0.5 })
    print(far, far.length > 40, far.radius)
    local _, y = far:point(far.length / 2)
    print(y > 21)
    far:remove()
  end,
}
