-- People walk around a city block on the sidewalk, at a fixed distance from the walls. Only wall following steers them:
-- nobody knows where the corners are. A step function says how fast they walk, since nobody overtakes in line.

local drover = require "drover"
local steer = drover.steer

-- The block, counterclockwise: its court is open to the south, so there are outside and inside corners.
local BLOCK = {
  { -14, -9 }, { -4, -9 }, { -4, 0 }, { 5, 0 }, { 5, -9 }, { 14, -9 },
  { 14, 5 }, { 9, 9 }, { -14, 9 },
}

local ROOFS = { "#80604f", "#6f5a50", "#8a6a52" }

-- What stands on it, from the middle of the block: x, y, width, and depth of each house.
local HOUSES = {
  { -9, 4.5, 10, 9 }, { -9, -4.5, 10, 9 }, { 0.5, 4.5, 9, 9 }, { 9.5, -4.5, 9, 9 }, { 7, 4.5, 4, 9 },
  { 11.5, 2.5, 5, 5 },
}

-- An obstacle is at the mean of its corners.
local function middle(corners)
  local x, y = 0, 0
  for _, corner in ipairs(corners) do x, y = x + corner[1] / #corners, y + corner[2] / #corners end
  return x, y
end

-- The houses, wherever the block has been moved.
local function draw_houses(draw, block)
  local mx, my = middle(BLOCK)
  local cosine, sine = math.cos(block.heading), math.sin(block.heading)
  for i, house in ipairs(HOUSES) do
    local dx, dy, width, depth = house[1] - mx, house[2] - my, house[3], house[4]
    local turn = width < depth and math.pi / 2 or 0
    draw.shape("house", block.x + dx * cosine - dy * sine, block.y + dx * sine + dy * cosine, math.max(width, depth),
      block.heading + turn, { width = math.min(width, depth), color = ROOFS[i % 3 + 1], layer = "below" })
  end
end

local BODY = 0.25 -- meters from the middle of a walker to the outside
local NEAR, FAR = 1.5, 2.5 -- meters from the walls: the two lanes of the sidewalk

local GAP = 0.7 -- meters to the walker in front

-- Nobody overtakes: there is no room between the lanes. A walker behind a slower one matches its pace.
local function mind_who_is_in_front(self)
  self.max_speed = self.pace
  for other in self:seen(self.kind, 2) do
    local room = self:distance(other) - 2 * BODY - GAP
    self.max_speed = math.max(0, math.min(self.max_speed, other.speed + room))
  end
end

local function walker(name, color, side, distance)
  return drover.kind(name, {
    body = { mass = 70, radius = BODY, max_speed = 1.4, max_force = 350, response = 0.2, solid = "agents" },
    sight = { range = 2, angle = math.rad(150) },
    look = { shape = "person", color = color, size = 0.9 },
    memory = { pace = 1.4 },
    step = mind_who_is_in_front,
    steer = steer.wall_following { side = side, distance = distance, horizon = drover.setting "horizon", radius = 12 },
  })
end

-- Walkers with the wall on the left go around counterclockwise. The others come the other way, in the outer lane.
local inner = walker("inner", "gold", 1, NEAR)
local outer = walker("outer", "skyblue", -1, FAR)

-- How far a place is from the block: the nearest of its sides.
local function distance_to_block(x, y)
  local least = math.huge
  for i, from in ipairs(BLOCK) do
    local to = BLOCK[i % #BLOCK + 1]
    local dx, dy = to[1] - from[1], to[2] - from[2]
    local along = ((x - from[1]) * dx + (y - from[2]) * dy) / (dx * dx + dy * dy)
    along = math.max(0, math.min(1, along))
    local ox, oy = x - from[1] - along * dx, y - from[2] - along * dy
    least = math.min(least, math.sqrt(ox * ox + oy * oy))
  end
  return least
end

-- A monitor: the least or the greatest distance from the block of any walker of a kind; 0 if there is none.
local function extreme(kind, choose)
  return function(world)
    local found
    for each in world:agents(kind) do
      local distance = distance_to_block(each.x, each.y)
      found = found and choose(found, distance) or distance
    end
    return found or 0
  end
end

-- How deep two bodies overlap at most, in meters.
local function overlap(world)
  local deepest = 0
  for each in world:agents() do
    for _, kind in ipairs { "inner", "outer" } do
      local _, distance = each:nearest(kind, 2 * BODY)
      if distance then deepest = math.max(deepest, 2 * BODY - distance) end
    end
  end
  return deepest
end

-- All start along the north side, heading the way they will go.
local function line_up(world, kind, count, distance, heading)
  for i = 1, count do
    world:spawn(kind, {
      x = -14 + 23 * (i - 0.5) / count, y = 9 + distance, heading = heading,
      pace = 1.1 + 0.5 * world:random(), -- everyone has a pace of their own
    })
  end
end

return drover.scenario {
  name = "city_block",
  title = "City block",
  theme = "street",
  kinds = { inner, outer },
  bounds = { min = { -20, -14 }, max = { 20, 14 } },

  settings = {
    drover.slider("walkers", 12, { min = 1, max = 40, step = 1, restart = true, title = "walkers each way" }),
    drover.slider("horizon", 0.5, { min = 0, max = 3, title = "look ahead (s)" }),
  },

  monitors = {
    inner_least = extreme("inner", math.min),
    inner_most = extreme("inner", math.max),
    outer_least = extreme("outer", math.min),
    outer_most = extreme("outer", math.max),
    overlap = overlap,
  },

  setup = function(world, settings)
    world.memory.block = world:obstacle { polygon = BLOCK, color = "#6d5f52" }
    line_up(world, "inner", settings.walkers, NEAR, math.pi)
    line_up(world, "outer", settings.walkers, FAR, 0)
  end,

  draw = function(world, draw)
    if world.memory.block.alive then draw_houses(draw, world.memory.block) end
  end,
}
