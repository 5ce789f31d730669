-- A mixed crowd: people walk round on paths that cross, past obstacles and past each other.
local drover = require "drover"
local steer, blend = drover.steer, drover.blend
local agents = require "agents"

local ON_ROUTE = 250 -- people
local ROUTE_RADIUS, SPACING = 25, 40 -- meters: neighboring routes cross
local POINTS = 48 -- of a route
local PER_OBSTACLE = 20 -- people

local routes = math.max(1, agents // ON_ROUTE)
local columns = math.ceil(math.sqrt(routes))
local rows = math.ceil(routes / columns)
local width, height = columns * SPACING + 20, rows * SPACING + 20

local walker = drover.kind("walker", {
  body = { mass = 70, radius = 0.25, max_speed = 1.4, max_force = 350 },
  slots = { route = "path" },
  steer = blend.weighted {
    { steer.obstacle_avoidance { horizon = 1.5, clearance = 0.2 }, 3 },
    steer.path_following { path = "route" },
    { steer.unaligned_avoidance { kind = "walker", radius = 6, horizon = 2, clearance = 0.2 }, 2 },
    { steer.separation { kind = "walker", radius = 1.5 }, 0.5 },
  },
})

local function make_route(world, i)
  local x, y = 10 + SPACING * (i % columns + 0.5), 10 + SPACING * (i // columns + 0.5)
  local points = {}
  for k = 1, POINTS do
    local angle = 2 * math.pi * k / POINTS
    points[k] = { x + ROUTE_RADIUS * math.cos(angle), y + ROUTE_RADIUS * math.sin(angle) }
  end
  return world:path { points = points, radius = 3, closed = true }
end

local function spawn_on(world, route)
  local x, y, _, heading = route:point(world:random() * route.length)
  local aside = 6 * world:random() - 3
  world:spawn("walker", {
    x = x - aside * math.sin(heading),
    y = y + aside * math.cos(heading),
    heading = heading,
    speed = 1.4,
    route = route,
  })
end

return drover.scenario {
  title = "Mixed crowd",
  kinds = { walker },
  bounds = { min = { 0, 0 }, max = { width, height }, edge = "contain" },
  setup = function(world)
    for _ = 1, agents // PER_OBSTACLE do
      world:obstacle { sphere = { x = width * world:random(), y = height * world:random(), radius = 0.5 } }
    end
    local paths = {}
    for i = 1, routes do paths[i] = make_route(world, i - 1) end
    for i = 1, agents do spawn_on(world, paths[i % routes + 1]) end
  end,
}
