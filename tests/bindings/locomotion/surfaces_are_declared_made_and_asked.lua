local drover = require "drover"
local steer = drover.steer

local function near(a, b) assert(math.abs(a - b) < 1e-4, a .. " is not " .. b) end
local ball = drover.surface("ball", { sphere = { center = { 0, 0, 0 }, radius = 20 } })
drover.surface("slope", { plane = { point = { 0, 0, 2 }, normal = { -3, 0, 4 } } })

drover.surface("hills", {
  height = function(x, y) return math.sin(x / 5) + y end,
  resolution = 0.5,
  min = { -10, -10 },
  max = { 10, 10 },
})

drover.surface("everywhere", { height = function(x) return x / 10 end })

local walker = drover.kind("walker", {
  body = { locomotion = "surface" },
  slots = { surface = "surface" },
  steer = steer.wander {},
  step = function(self)
    local x, y, z, a, b, c = self.surface:nearest(self.x, self.y, self.z)
    near(self:distance(x, y, z), 0)
    if self.world.tick > 0 then
      near(self.up.x, a)
      near(self.up.y, b)
      near(self.up.z, c)
    end
  end,
})

return drover.scenario {
  kinds = { walker },
  space = "volume",
  bounds = { min = { -50, -50, -50 }, max = { 50, 50, 50 } },
  setup = function(world)
    local s = {
      world:surface(ball),
      world:surface "slope",
      world:surface "hills",
      world:surface "everywhere",
    }
    assert(s[1].alive and s[1].name == "ball" and tostring(s[2]) == "surface#2")
    local x, y, z = s[3]:nearest(2.5, 3, 99)
    near(x, 2.5)
    near(y, 3)
    near(z, math.sin(0.5) + 3)
    local _, _, height, a, _, c = s[4]:nearest(-43.7, 3, 0)
    near(height, -4.37)
    near(a / c, -0.1)
    for _, surface in ipairs(s) do
      local px, py, pz = surface:nearest(4, 5, 6)
      world:spawn("walker", { x = px, y = py, z = pz, surface = surface })
    end
  end,
}
