-- Planes on fly-by runs past an airship. Pursuit would take them into it; offset pursuit aims to its side, so they come
-- no closer than the radius each of them was given.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local HEIGHT, ROUND = 125, 100 -- meters: how high the airship flies, and the radius of its round
local SPEED, GRAVITY = 40, 9.81
local AFAR = 3 -- radii from the airship at which a run ends

-- The steepness of the turn is the bank: a level turn settles at tan(roll) = sideways acceleration / gravity.
local function bank(self, dt)
  local turned = (self.heading - self.heading_before + math.pi) % (2 * math.pi) - math.pi
  self.heading_before = self.heading
  local wanted = math.atan(self.speed * turned / dt, GRAVITY)
  self.roll = self.roll + (wanted - self.roll) * dt * 3 -- a third of a second, as the body does
  local share = math.min(1, math.abs(self.roll) / math.rad(70))
  local dim = math.floor(235 - 150 * share)
  -- White is level; red banks left, green banks right, like the lights on the wings.
  self.color = self.roll > 0 and string.format("#eb%02x%02x", dim, dim) or string.format("#%02xeb%02x", dim, dim)
end

-- The closest a run came to the airship, kept when it is over.
local function judge(self)
  if not self.airship then return end
  local distance = self:distance(self.airship)
  self.closest = math.min(self.closest, distance)
  if distance > AFAR * self.radius_wanted and self.closest < 2 * self.radius_wanted then
    local memory, error = self.world.memory, math.abs(self.closest / self.radius_wanted - 1)
    memory.runs, memory.worst = memory.runs + 1, math.max(memory.worst, error)
    self.closest = math.huge
  end
end

-- A turn may go over or under as well as around: near the ground, as near the edge of the map, a plane has to turn in
-- time. The tightest turn is 40² / 20 = 80 m wide: two seconds ahead, and a little more to begin it.
local keep_up = steer.containment { horizon = 3 }

local plane = drover.kind("plane", {
  body = {
    mass = 800, radius = 2, max_speed = SPEED, min_speed = 25, max_force = 16000, response = 0.4, locomotion = "flying",
  },
  look = { shape = "arrow", size = 16 },
  slots = { airship = "agent", radius_wanted = "number" },
  memory = { heading_before = 0, roll = 0, closest = math.huge },
  initial = "passing",
  step = function(self, dt)
    bank(self, dt)
    judge(self)
  end,
  states = {
    passing = {
      steer = blend.priority { keep_up, steer.offset_pursuit { target = "airship", radius = "radius_wanted" } },
      on = { { when.setting("pursuit", true), "ramming" } },
    },
    ramming = {
      steer = blend.priority { keep_up, steer.pursuit { target = "airship" } },
      on = { { when.setting("pursuit", false), "passing" } },
    },
  },
})

-- What the airship looks like from above: fins, a hull along an ellipse, and a lighter back.
local function ellipse(length, width, color)
  local hull = { color = color }
  for i = 1, 24 do
    local angle = i * math.pi / 12
    hull[i] = { length / 2 * math.cos(angle), width / 2 * math.sin(angle) }
  end
  return hull
end

local fins = { { -0.3, 0.05 }, { -0.44, 0.22 }, { -0.52, 0.22 }, { -0.46, 0 }, { -0.52, -0.22 }, { -0.44, -0.22 },
  { -0.3, -0.05 }, color = "#8a6a1c" }
local AIRSHIP = { fins, ellipse(1, 0.3), ellipse(0.8, 0.12, "lighter") }

local airship = drover.kind("airship", {
  body = { mass = 5000, radius = 8, max_speed = 6, max_force = 10000, response = 2, locomotion = "flying" },
  look = { shape = AIRSHIP, size = 46, color = "gold" },
  slots = { round = "path" },
  steer = steer.path_following { path = "round" },
})

-- A monitor: the least or the greatest of a number that each plane has; 0 if there is no plane.
local function extreme(choose, field)
  return function(world)
    local found
    for each in world:agents("plane") do found = found and choose(found, field(each)) or field(each) end
    return found or 0
  end
end

-- From a plane to the airship, in meters; 0 if that is gone.
local function to_airship(each) return each.airship and each:distance(each.airship) or 0 end

return drover.scenario {
  name = "fly_by",
  title = "Fly-by",
  space = "volume",
  view = { yaw = 30, pitch = 25 },
  kinds = { airship, plane },
  bounds = { min = { -360, -280, 0 }, max = { 360, 280, 250 }, edge = "open" },

  settings = {
    drover.slider("planes", 4, { min = 1, max = 12, step = 1, restart = true }),
    drover.slider("radius", 25, { min = 12, max = 60, title = "radius of the nearest (m)", restart = true }),
    drover.toggle("pursuit", false),
  },

  monitors = {
    distance = extreme(math.min, to_airship), -- the nearest plane
    height = extreme(math.min, function(each) return each.z end), -- meters, the lowest plane
    roll = extreme(math.max, function(each) return math.abs(math.deg(each.roll)) end), -- degrees, the steepest
    runs = function(world) return world.memory.runs end, -- so far
    worst = function(world) return world.memory.worst end, -- the most that a run was off, as a share of the radius
  },

  setup = function(world, settings)
    world.memory.runs, world.memory.worst = 0, 0
    local points = {}
    for i = 1, 24 do
      local angle = i * math.pi / 12
      points[i] = { ROUND * math.cos(angle), ROUND * math.sin(angle), HEIGHT }
    end
    local goal = world:spawn("airship", {
      x = ROUND, y = 0, z = HEIGHT, heading = math.pi / 2, speed = 6,
      round = world:path { points = points, closed = true, spline = true, radius = 2 },
    })
    for i = 1, settings.planes do
      -- Each comes from a different side and height, and passes ten meters farther away than the one before.
      local angle = 2 * math.pi * i / settings.planes
      world:spawn("plane", {
        x = ROUND + 250 * math.cos(angle), y = 250 * math.sin(angle), z = HEIGHT - 40 + 15 * i,
        heading = angle + math.pi, speed = SPEED, heading_before = angle + math.pi,
        airship = goal, radius_wanted = settings.radius + 10 * (i - 1),
      })
    end
  end,
}
