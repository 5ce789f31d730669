-- A plaza that everyone crosses from one side to another. The setting "avoidance" says what they do about each other:
-- three answers from the literature, and none at all for comparison.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local LENGTH, WIDTH = 40, 24 -- meters
local BODY = 0.25 -- meters from the center of a pedestrian to the outside

-- Where they come from and go to, with the color of who heads there.
local SIDES = {
  { x = 1, y = 0, color = "tomato" },
  { x = -1, y = 0, color = "skyblue" },
  { x = 0, y = 1, color = "gold" },
  { x = 0, y = -1, color = "lightgreen" },
}

-- Eight pillars and a fountain, all of them round.
local PILLARS = { { x = 0, y = 0, radius = 2 } }
for _, x in ipairs { -12, -5, 5, 12 } do
  for _, y in ipairs { -5, 5 } do PILLARS[#PILLARS + 1] = { x = x, y = y, radius = 0.9 } end
end

local function place_on(self, side)
  local along = 0.9 * (self:random() - 0.5) -- not in a corner
  local x = side.x ~= 0 and side.x * (LENGTH / 2 - 1) or along * LENGTH
  local y = side.y ~= 0 and side.y * (WIDTH / 2 - 1) or along * WIDTH
  return x, y
end

-- A place on its side where nobody is yet, if a hundred tries find one.
local function free_place_on(self, side, taken)
  local x, y
  for _ = 1, 100 do
    x, y = place_on(self, side)
    local is_free = true
    for _, other in ipairs(taken) do
      is_free = is_free and (x - other[1]) ^ 2 + (y - other[2]) ^ 2 > (2 * BODY) ^ 2
    end
    if is_free then break end
  end
  taken[#taken + 1] = { x, y }
  return x, y
end

-- Somewhere on a different side.
local function choose_goal(self)
  local side = 1 + math.floor(#SIDES * self:random())
  if side == self.side then side = side % #SIDES + 1 end
  self.side = side
  self.color = SIDES[side].color
  self:set("goal", place_on(self, SIDES[side]))
end

-- How they avoid each other. Each is a complete answer: it takes over when there is somebody to avoid, or is added to
-- the way to the goal, or, like reciprocal avoidance, has the goal built in.
local go = steer.seek { target = "goal" }
local ANSWERS = {
  none = go,

  -- Reynolds: avoid the soonest collision, by turning and by hurrying or waiting.
  unaligned = blend.priority { steer.unaligned_avoidance { kind = "pedestrian", horizon = 2, clearance = 0.2 }, go },

  -- Karamouzas: a gentle push away from every place where personal space would be touched, long before.
  predictive = blend.weighted { go, { steer.predictive_avoidance { kind = "pedestrian" }, 2 } },

  -- Van den Berg: of all velocities that touch nobody for a while, if others do their part, take the one closest to
  -- the one that leads to the goal.
  reciprocal = steer.reciprocal_avoidance { kind = "pedestrian", target = "goal", slowing_distance = 0, horizon = 3 },
}
local NAMES = { "none", "unaligned", "predictive", "reciprocal" }

-- A state for each answer. Pillars come first in all of them: they don't step aside.
local dodge = steer.obstacle_avoidance { horizon = 1.5, clearance = 0.2, target = "goal" }
local states = {}
for _, name in ipairs(NAMES) do
  local on = { { when.near("goal", 1.5), choose_goal } }
  for _, other in ipairs(NAMES) do
    if other ~= name then on[#on + 1] = { when.setting("avoidance", other), other } end
  end
  states[name] = { steer = blend.priority { dodge, ANSWERS[name] }, on = on }
end

local pedestrian = drover.kind("pedestrian", {
  body = { mass = 70, radius = BODY, max_speed = 1.4, max_force = 350, response = 0.25, solid = "agents" },
  look = { shape = "person", size = 0.9 },
  slots = { goal = "point" },
  memory = { side = 0 },
  init = choose_goal,
  initial = "none",
  states = states,
})

local function least(world, measure)
  local found = math.huge
  for each in world:agents("pedestrian") do found = math.min(found, measure(each)) end
  return found
end

-- From the center of a pedestrian to the nearest pillar; below zero it is inside.
local function clearance(each)
  local found = math.huge
  for _, pillar in ipairs(PILLARS) do found = math.min(found, each:distance(pillar.x, pillar.y) - pillar.radius) end
  return found
end

return drover.scenario {
  name = "plaza",
  title = "Plaza",
  theme = "street",
  kinds = { pedestrian },
  bounds = { min = { -LENGTH / 2, -WIDTH / 2 }, max = { LENGTH / 2, WIDTH / 2 }, edge = "contain" },

  settings = {
    drover.choice("avoidance", "reciprocal", NAMES),
    drover.slider("pedestrians", 100, { min = 1, max = 600, step = 1, restart = true }),
  },

  monitors = {
    -- How many touch somebody.
    touching = function(world)
      local touching = 0
      for each in world:agents("pedestrian") do
        if each:count("pedestrian", 2 * BODY) > 0 then touching = touching + 1 end
      end
      return touching
    end,
    -- The share of their pace that brings them closer to their goals.
    progress = function(world)
      local sum = 0
      for each in world:agents("pedestrian") do
        local dx, dy = each:offset(each.goal)
        sum = sum + (dx * each.vx + dy * each.vy) / (math.max(each:distance(each.goal), 0.01) * each.max_speed)
      end
      return sum / math.max(1, world:count("pedestrian"))
    end,
    pillar_clearance = function(world) return least(world, clearance) end,
  },

  -- Each side in the color of who is heading there.
  draw = function(_, draw)
    local half_x, half_y = LENGTH / 2, WIDTH / 2
    for _, side in ipairs(SIDES) do
      local along_x, along_y = math.abs(side.y) * half_x, math.abs(side.x) * half_y
      local x, y = side.x * half_x, side.y * half_y
      draw.line(x - along_x, y - along_y, x + along_x, y + along_y, { color = side.color, width = 12, layer = "below" })
    end
  end,

  setup = function(world, settings)
    for _, pillar in ipairs(PILLARS) do world:obstacle { sphere = pillar, color = "#a89f90" } end
    local taken = {}
    for i = 1, settings.pedestrians do
      local from = i % #SIDES + 1
      local each = world:spawn("pedestrian", { side = from })
      each.x, each.y = free_place_on(each, SIDES[from], taken)
      each.max_speed = 1.1 + 0.5 * world:random() -- everyone has a pace of their own
    end
  end,
}
