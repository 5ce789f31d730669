local drover = require "drover"
local steer = drover.steer

-- @example drover, view, world, surface, declared_surface, locomotion, vector, axes, pose, shape
local hill = drover.surface("hill", {
  height = function(x, y) return 5 * math.exp(-(x * x + y * y) / 400) end,
  resolution = 2, min = { -50, -50 }, max = { 50, 50 },
})
drover.surface("ramp", {
  plane = { point = { 0, 0, 0 }, normal = { -1, 0, 4 } },
})
-- from −1 m where the picture is black to 8 m where it is white
drover.surface("island", {
  height = drover.image("island.png"), channel = "green",
  low = -1, high = 8,
})
drover.surface("moon", { sphere = { center = { 0, 0, 30 }, radius = 5 } })

local goat = drover.kind("goat", {
  -- or "flying", "legged", "wheeled", "fixed", "point_mass"
  body = { locomotion = "surface" },
  slots = { surface = "surface" },
  steer = steer.wander {},
})
local bird = drover.kind("bird", {
  slots = { nest = "pose" },
  body = { locomotion = "flying", min_speed = 4 }, steer = steer.wander {},
})

local function hang_up(world) -- z is up
  world:obstacle { sphere = { x = 0, y = 20, z = 20, radius = 2 } }
  world:obstacle { box = { x = 9, y = 0, z = 10, w = 4, d = 4, h = 2 } }
  world:obstacle {
    cylinder = { x = 0, y = -9, z = 5, radius = 1, height = 9 },
  }
  world:spawn("bird", { x = 0, y = 0, z = 20, heading = 0 })
  world:scatter("bird", 3, { nest = { x = 5, y = 5, z = 12 } })
end

local function setup(world)
  local ground = world:surface(hill)
  local x, y, z, nx, ny, nz = ground:nearest(10, 0, 0)
  local up = drover.vec(nx, ny, nz)
  local place = drover.vec(x, y, z) + up:unit() * 2 -- 2 m above it
  print(ground.name, ground.alive, place.x, place.y, place.z)
  print(place:length(), place:dot(up), place:unpack())
  world:scatter("goat", 5, { surface = ground })
  world:scatter("bird", 5)
  hang_up(world)
end

return drover.scenario {
  kinds = { goat, bird }, space = "volume",
  bounds = {
    min = { -50, -50, 0 }, max = { 50, 50, 40 }, edge = "contain",
  },
  view = { yaw = 30, pitch = 25 }, -- from the southeast, low
  setup = setup,
}
-- @end
