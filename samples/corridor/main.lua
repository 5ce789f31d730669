-- Two streams of people in one corridor. Everyone follows the same path, half of them backward, and gives way to people
-- coming the other way. Nobody knows about lanes: they form.

local drover = require "drover"
local pedestrian = require "pedestrian"
local steer, blend = drover.steer, drover.blend

local LENGTH = 30 -- meters
local BODY = pedestrian.body.radius

-- Adults who may brush past each other. With bodies that may not, the streams stay mixed in some runs.
local body = {}
for name, value in pairs(pedestrian.body) do body[name] = value end
body.solid = true -- not "agents"

local function walker(name, color, direction, oncoming)
  -- The path lies in the middle of the corridor; its tube ends a body's radius before the walls. People going the same
  -- way may come as close as bodies can: a lane is a walking queue.
  local stream = steer.crowd_path_following { path = "way", direction = direction, kind = name, radius = 0.4 }
  -- Oncoming people push aside, more so the closer they are: the only thing people here know about each other.
  local evade = steer.people_avoidance {
    kind = oncoming, radius = drover.setting "notice", angle = math.rad(120), horizon = 0,
  }
  local walls = steer.obstacle_avoidance { horizon = 0.5, clearance = 0.05 }
  return drover.kind(name, {
    body = body,
    look = { shape = "disc", size = 2 * BODY, color = color },
    slots = { way = "path" },
    -- Whoever walks out at one end comes in at the other, so the streams never end.
    step = function(self)
      if self.x * direction > LENGTH / 2 then self.x = self.x - direction * LENGTH end
    end,
    steer = blend.weighted { stream, evade, { walls, 2 } },
  })
end

local eastbound = walker("eastbound", "gold", 1, "westbound")
local westbound = walker("westbound", "skyblue", -1, "eastbound")

-- How well the streams have separated, as Rex and Löwen measure it: for each person, among the people in the same lane
-- (less than a body to the side, however far along), the square of (same way - other way) / all. 1: pure lanes; streams
-- mixed at random are near 0.
local function lane_order(world)
  local places = {}
  for _, kind in ipairs { "eastbound", "westbound" } do
    for each in world:agents(kind) do places[#places + 1] = { each.y, kind == "eastbound" and 1 or -1 } end
  end
  local sum = 0
  for _, own in ipairs(places) do
    local balance, count = 0, 0
    for _, other in ipairs(places) do
      if math.abs(other[1] - own[1]) < 2 * BODY then balance, count = balance + other[2], count + 1 end
    end
    sum = sum + (balance / count) * (balance / count)
  end
  return #places > 0 and sum / #places or 0
end

-- Meters between the wall and whoever is nearest to it; negative if somebody is inside it.
local function room_at_the_walls(world)
  local furthest = 0
  for each in world:agents() do furthest = math.max(furthest, math.abs(each.y)) end
  return world.settings.width / 2 - furthest - BODY
end

local function mean_speed(world)
  local sum, count = 0, 0
  for each in world:agents() do sum, count = sum + math.abs(each.vx), count + 1 end
  return count > 0 and sum / count or 0
end

return drover.scenario {
  title = "Corridor",
  kinds = { eastbound, westbound },
  bounds = { min = { -LENGTH / 2, -4.5 }, max = { LENGTH / 2, 4.5 } },

  settings = {
    drover.slider("people", 80, { min = 2, max = 200, step = 1, restart = true }),
    drover.slider("share", 0.5, { min = 0, max = 1, restart = true, title = "share that goes east" }),
    drover.slider("width", 5, { min = 2, max = 8, restart = true, title = "width (m)" }),
    drover.slider("notice", 2, { min = 0, max = 4, title = "notices oncoming people within (m)" }),
  },

  monitors = { lane_order = lane_order, speed = mean_speed, room_at_the_walls = room_at_the_walls },

  setup = function(world, settings)
    local half = settings.width / 2
    -- Path and walls reach past the ends, so that nobody stops there.
    local way = world:path { points = { { -LENGTH, 0 }, { LENGTH, 0 } }, radius = half - BODY }
    for _, side in ipairs { -1, 1 } do
      world:obstacle { wall = { from = { -LENGTH, side * half }, to = { LENGTH, side * half } } }
    end
    for i = 1, settings.people do
      local goes_east = i <= settings.share * settings.people
      local each = world:spawn(goes_east and "eastbound" or "westbound", {
        x = LENGTH * (world:random() - 0.5), y = (half - 0.5) * (2 * world:random() - 1),
        heading = goes_east and 0 or math.pi,
        way = way,
      })
      -- Everyone has a pace of their own.
      each.max_speed = 1.34 + 0.26 * (world:random() + world:random() + world:random() - 1.5)
    end
  end,
}
