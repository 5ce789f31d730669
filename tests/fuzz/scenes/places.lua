-- Everything that a place can be, in a volume: surfaces, flows, regions, terrains, paths, obstacles of every shape;
-- and a body of every model. What is fuzzed begins here.
local drover = require "drover"
local steer, blend, vec = drover.steer, drover.blend, drover.vec

local hill = drover.surface("hill", { height = function(x, y) return 2 * math.sin(x / 5) + y / 20 end, resolution = 5 })
local wind = drover.flow("wind", {
  resolution = 10, interval = 0.1,
  field = function(x, y, _, t) return math.sin(t + y / 10), x / 50, 0 end,
})
local mud = drover.terrain("mud", { weight = 2, speed = 0.5, color = "brown" })

local bird = drover.kind("bird", {
  body = { locomotion = "flying", max_speed = 8 },
  slots = { way = "path", home = "region", from = "obstacle", wind = "flow" },
  steer = blend.sum { steer.path_following { path = "way" }, steer.flow_following { flow = "wind" }, steer.wander {} },
})
local ant = drover.kind("ant", {
  body = { locomotion = "surface", max_speed = 2 },
  slots = { surface = "surface" },
  steer = steer.wander {},
})
local cloud = drover.kind("cloud", { body = { max_speed = 2 }, steer = steer.containment {} })

return drover.scenario {
  title = "Places", seed = 3, space = "volume",
  kinds = { bird, ant, cloud },
  bounds = { min = { -30, -30, 0 }, max = { 30, 30, 30 }, edge = "wrap" },
  setup = function(world)
    local ground = world:surface(hill)
    local air = world:flow(wind)
    world:terrain(mud)
    local home = world:region { shape = { sphere = { x = 0, y = 0, z = 5, radius = 4 } }, speed = 2, terrain = "mud" }
    local way = world:path { points = { { -20, -20, 9 }, { 20, -20, 12 }, { 0, 20, 8 } }, closed = true, spline = true }
    local rock = world:obstacle { sphere = { x = 5, y = 5, z = 10, radius = 2 } }
    world:obstacle { box = { x = -10, y = 0, z = 4, w = 4, d = 2, h = 8, heading = 0.5 }, blocks = { sight = false } }
    world:obstacle { cylinder = { x = 10, y = -10, radius = 2, height = 6 } }
    world:obstacle { wall = { from = { -5, 10 }, to = { 5, 12 } } }
    world:obstacle { polygon = { { 15, 10 }, { 20, 10 }, { 18, 16 } } }
    world.memory.way, world.memory.seen = way, { rock, home, { vec(1, 2, 3) } }
    for i = 1, 6 do
      world:spawn(bird, { x = -20 + 5 * i, y = -20, z = 9, way = way, home = home, from = rock, wind = air })
      world:spawn(ant, { x = 3 * i, y = i, surface = ground })
      world:spawn(cloud, { x = -3 * i, y = i, z = 20 })
    end
  end,
  update = function(world)
    if world.tick == 3 then world.memory.seen[1].x = 6 end
  end,
}
