local drover = require "drover"

local function near(a, b) assert(math.abs(a - b) < 1e-4, a .. " is not " .. b) end
local bird = drover.kind("bird", { body = { locomotion = "flying" } })

return drover.scenario {
  kinds = { bird },
  space = "volume",
  setup = function(world)
    local b = world:spawn("bird", { x = 1, y = 2, z = 3 })
    near(b.up.z, 1)
    b.vz = 5
    near(b.up.x, -1)
    local f, l, u = b:to_local(1, 3, 5)
    near(f, 2)
    near(l, 1)
    near(u, 0)
    local x, y, z = b:to_world(f, l, u)
    near(x, 1)
    near(y, 3)
    near(z, 5)
    assert(not pcall(function() b.up = drover.vec(0, 0, 1) end))
  end,
}
