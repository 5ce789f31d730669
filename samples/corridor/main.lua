-- Two streams of people in one corridor. Everyone follows the same path, half of them backward, and gives way to people
-- coming the other way. Nobody knows about lanes: they form.

local drover = require "drover"
local pedestrian = require "pedestrian"
local steer, blend = drover.steer, drover.blend

local LENGTH = 30 -- meters
local BODY = pedestrian.body.radius

-- Room for a body, and for the steps of others in the same tick.
local function is_free(world, x, y) return world:nearest(nil, x, y, 0, 3 * BODY) == nil end

local function walker(name, color, direction, oncoming)
  -- The path lies in the middle of the corridor; its tube ends a body's radius before the walls. People going the same
  -- way come nearly as close as bodies can: a lane is a walking queue.
  local stream = steer.crowd_path_following {
    path = "way", direction = direction, kind = name, radius = 0.5, regulation = 0.05,
  }
  -- Oncoming people push each other aside, the more the closer they are. People here know nothing else about others.
  local evade = steer.people_avoidance {
    kind = oncoming, radius = drover.setting "notice", angle = math.rad(140), horizon = 0,
  }
  local walls = steer.obstacle_avoidance { horizon = 0.5, clearance = 0.05 }
  return drover.kind(name, {
    body = pedestrian.body,
    look = { shape = "person", size = 2 * BODY, color = color },
    slots = { way = "path" },
    -- Those who walk out at one end come in at the other as soon as nobody is there, so the streams never end.
    step = function(self)
      local entry = self.x - direction * LENGTH
      if self.x * direction > LENGTH / 2 and is_free(self.world, entry, self.y) then self.x = entry end
    end,
    steer = blend.weighted { stream, evade, { walls, 2 } },
  })
end

local eastbound = walker("eastbound", "gold", 1, "westbound")
local westbound = walker("westbound", "skyblue", -1, "eastbound")

-- A place for a body in the corridor where nobody is yet, if a hundred tries find one.
local function free_place(world, taken)
  local x, y
  for _ = 1, 100 do
    x, y = LENGTH * (world:random() - 0.5), (world.settings.width / 2 - 0.5) * (2 * world:random() - 1)
    local is_taken = false
    for _, other in ipairs(taken) do
      is_taken = is_taken or (x - other[1]) ^ 2 + (y - other[2]) ^ 2 < (2 * BODY) ^ 2
    end
    if not is_taken then break end
  end
  taken[#taken + 1] = { x, y }
  return x, y
end

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
  name = "corridor",
  title = "Corridor",
  theme = "floor",
  kinds = { eastbound, westbound },
  bounds = { min = { -LENGTH / 2, -4.5 }, max = { LENGTH / 2, 4.5 } },

  settings = {
    drover.slider("people", 60, { min = 2, max = 200, step = 1, restart = true }),
    drover.slider("share", 0.5, { min = 0, max = 1, restart = true, title = "share that goes east" }),
    drover.slider("width", 5, { min = 2, max = 8, restart = true, title = "width (m)" }),
    drover.slider("notice", 3, { min = 0, max = 4, title = "notices oncoming people within (m)" }),
  },

  monitors = { lane_order = lane_order, speed = mean_speed, room_at_the_walls = room_at_the_walls },

  setup = function(world, settings)
    local half = settings.width / 2
    -- Path and walls reach past the ends, so that nobody stops there.
    local way = world:path { points = { { -LENGTH, 0 }, { LENGTH, 0 } }, radius = half - BODY }
    for _, side in ipairs { -1, 1 } do
      world:obstacle { wall = { from = { -LENGTH, side * half }, to = { LENGTH, side * half } } }
    end
    local taken = {}
    for i = 1, settings.people do
      local goes_east = i <= settings.share * settings.people
      local x, y = free_place(world, taken)
      local each = world:spawn(goes_east and "eastbound" or "westbound", {
        x = x, y = y, heading = goes_east and 0 or math.pi, way = way,
      })
      -- Everyone has a pace of their own.
      each.max_speed = 1.34 + 0.26 * (world:random() + world:random() + world:random() - 1.5)
    end
  end,
}
