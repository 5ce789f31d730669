-- Friends side by side (Popelová): couples and singles cross a field of pillars, half of them from each end.
-- Whatever stands or comes in the way parts a couple, and they come back together behind it.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local LENGTH, WIDTH = 40, 20 -- meters
local COLORS = { "tomato", "gold", "lightgreen", "skyblue", "orchid", "orange" } -- each couple has one

local PILLARS = {}
for column = -2, 2 do
  for row = -1, 1 do
    PILLARS[#PILLARS + 1] = { x = 6 * column, y = 6 * row + (column % 2 == 0 and 1.5 or -1.5), radius = 0.6 }
  end
end

local dodge = steer.obstacle_avoidance { horizon = 1.5, clearance = 0.2 }

-- Within the radius people repel each other, and they notice oncoming people well in advance. Neither applies to a
-- friend: the radius ends where the friend walks, and nobody collides with someone going the same way at the same
-- speed.
local function mind_others(radius)
  return steer.people_avoidance { kind = { "friend", "single" }, radius = radius, horizon = 2.5, clearance = 0.2 }
end

local function arrive(self)
  self.world.memory.arrived = self.world.memory.arrived + 1
  self:remove()
end

-- A couple is side by side when neither is farther ahead than half the distance they want between them, nor farther to
-- the side than one and a half times that distance.
local function is_side_by_side(self, partner)
  local dx, dy = self:offset(partner)
  local gx, gy = self:offset(self.goal)
  local length = math.max(0.01, math.sqrt(gx * gx + gy * gy))
  local ahead, aside = (dx * gx + dy * gy) / length, (dx * gy - dy * gx) / length
  local distance = self.world.settings.distance
  return math.abs(ahead) <= 0.5 * distance and math.abs(aside) <= 1.5 * distance
end

-- What can part them: a pillar at half a step, or somebody else at arm's length.
local function is_hindered(each)
  if each:count("single", 1.2) > 0 then return true end
  for other in each:neighbors("friend", 1.2) do
    if other ~= each.partner then return true end
  end
  for _, pillar in ipairs(PILLARS) do
    if each:distance(pillar.x, pillar.y) < pillar.radius + each.radius + 0.5 then return true end
  end
  return false
end

-- Nobody leads: both have the same goal and each other, and walk_along makes each go half of the way to being side by
-- side. The one ahead waits.
local friend = drover.kind("friend", {
  body = { mass = 70, radius = 0.25, max_speed = 1.5, max_force = 350, response = 0.2, solid = "agents" },
  look = { shape = "person", size = 0.9 },
  slots = { partner = "agent", goal = "point" },
  memory = { apart = 0, rejoining = 0 }, -- seconds since they were side by side, and since nothing keeps them apart
  steer = blend.weighted {
    dodge,
    { mind_others(0.8), 1.5 },
    { steer.seek { target = "goal" }, 0.4 },
    steer.walk_along { partner = "partner", target = "goal", distance = drover.setting "distance" },
  },
  step = function(self, dt)
    local partner = self.partner
    local together = not partner or is_side_by_side(self, partner)
    self.apart = together and 0 or self.apart + dt
    local hindered = partner and (is_hindered(self) or is_hindered(partner))
    self.rejoining = (together or hindered) and 0 or self.rejoining + dt
  end,
  on = { { when.near("goal", 2), arrive } },
})

local single = drover.kind("single", {
  body = { mass = 70, radius = 0.25, max_speed = 1.3, max_force = 350, response = 0.2, solid = "agents" },
  look = { shape = "person", color = "white", size = 0.9 },
  slots = { goal = "point" },
  steer = blend.weighted { { dodge, 2 }, { mind_others(1), 1.5 }, steer.seek { target = "goal" } },
  on = { { when.near("goal", 2), arrive } },
})

local function longest(clock)
  return function(world)
    local found = 0
    for each in world:agents("friend") do found = math.max(found, each[clock]) end
    return found
  end
end

-- Where somebody enters, and where they are going: x and y of both. `way` is 1 eastward and -1 westward.
local function crossing(world, x, way)
  return x, (world:random() - 0.5) * (WIDTH - 6), way * (LENGTH / 2 + 2), (world:random() - 0.5) * (WIDTH - 6)
end

local function is_free(world, x, y)
  for _, pillar in ipairs(PILLARS) do
    local dx, dy = x - pillar.x, y - pillar.y
    if dx * dx + dy * dy < 2.5 * 2.5 then return false end
  end
  -- People who came in this tick are there already, though nobody can sense them yet.
  for each in world:agents() do
    if each:distance(x, y) < 2 then return false end
  end
  return true
end

local function enter_couple(world, x, way)
  local distance = world.settings.distance
  local from_x, from_y, to_x, to_y = crossing(world, x, way)
  if not is_free(world, from_x, from_y) then return end
  local color = COLORS[1 + math.floor(#COLORS * world:random())]
  local both = {}
  for i, side in ipairs { 0.5, -0.5 } do
    both[i] = world:spawn("friend", {
      x = from_x, y = from_y + side * distance, heading = way > 0 and 0 or math.pi, speed = 1.3, goal = { to_x, to_y },
    })
    both[i].color = color
  end
  both[1].partner, both[2].partner = both[2], both[1]
end

local function enter_single(world, x, way)
  local from_x, from_y, to_x, to_y = crossing(world, x, way)
  if not is_free(world, from_x, from_y) then return end
  world:spawn("single", {
    x = from_x, y = from_y, heading = way > 0 and 0 or math.pi, speed = 1.3, goal = { to_x, to_y },
  })
end

local function either_way(world) return world:random() < 0.5 and 1 or -1 end

return drover.scenario {
  name = "walk_along",
  title = "Walk along",
  theme = "street",
  kinds = { friend, single },
  bounds = { min = { -LENGTH / 2 - 3, -WIDTH / 2 }, max = { LENGTH / 2 + 3, WIDTH / 2 }, edge = "contain" },
  effects = { spawns = false, removals = false }, -- people come and go

  settings = {
    drover.slider("couples", 10, { min = 1, max = 40, step = 1 }),
    drover.slider("singles", 8, { min = 0, max = 60, step = 1 }),
    drover.slider("distance", 1.2, { min = 0.6, max = 3, title = "between friends (m)" }),
  },

  monitors = {
    -- The share of friends who are side by side, and the longest time in seconds that a couple has not been: from the
    -- moment they part, and from the moment that whatever parted them is behind them.
    side_by_side = function(world)
      local together = 0
      for each in world:agents("friend") do
        if each.apart == 0 then together = together + 1 end
      end
      return together / math.max(1, world:count("friend"))
    end,
    longest_apart = longest "apart",
    longest_rejoining = longest "rejoining",
    arrived = function(world) return world.memory.arrived end,
  },

  setup = function(world, settings)
    world.memory.arrived = 0
    for _, pillar in ipairs(PILLARS) do world:obstacle { sphere = pillar, color = "#a89f90" } end
    for _ = 1, settings.couples do
      enter_couple(world, (world:random() - 0.5) * LENGTH, either_way(world))
    end
    for _ = 1, settings.singles do
      enter_single(world, (world:random() - 0.5) * LENGTH, either_way(world))
    end
  end,

  -- As people leave, others come in where there is room.
  update = function(world)
    local way = either_way(world)
    if world:count("friend") <= 2 * world.settings.couples - 2 then enter_couple(world, -way * LENGTH / 2, way) end
    if world:count("single") < world.settings.singles then enter_single(world, -way * LENGTH / 2, way) end
  end,
}
