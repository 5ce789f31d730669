-- A crowd in one of the layouts: does everyone arrive, and does anyone touch anyone?

local drover = require "drover"
local pedestrian = require "pedestrian"
local layouts = require "layouts"
local steer = drover.steer

local RADIUS = 0.5

local function person(name, composition)
  return drover.kind(name, {
    body = { mass = 75, radius = RADIUS, max_speed = 1.3, max_force = 375, response = 0.2, solid = "agents" },
    slots = { goal = "point" },
    memory = { goal_x = 0, goal_y = 0, has_been = false },
    steer = composition,
  })
end

local way = steer.wayfinding { target = "goal" }
local counter = steer.arrival { target = "goal", slowing_distance = 0.3 }

local NAMES = { "planner", "straight", "predictive", "people", "queueing", "walking", "queue" }
local compositions = {
  planner = pedestrian.crowd { target = "goal" },
  straight = steer.reciprocal_avoidance { prefer = steer.arrival { target = "goal" } },
  predictive = steer.predictive_avoidance { prefer = way },
  people = steer.people_avoidance { prefer = way },
  queueing = steer.queueing { prefer = way },
  walking = pedestrian.walk { prefer = way },
  queue = steer.queueing { target = "goal", prefer = counter },
}

local function is_at_goal(each)
  local dx, dy = each.x - each.goal_x, each.y - each.goal_y
  return dx * dx + dy * dy < 0.5 ^ 2
end

local function count(world, holds)
  local number = 0
  for each in world:agents() do
    if holds(each) then number = number + 1 end
  end
  return number
end

local function each_pair(world, look)
  local people = {}
  for each in world:agents() do people[#people + 1] = each end
  for i, each in ipairs(people) do
    for j = 1, i - 1 do look(each, people[j]) end
  end
end

local kinds = {}
for i, name in ipairs(NAMES) do kinds[i] = person(name, compositions[name]) end

return drover.scenario {
  kinds = kinds,
  tick_rate = 20,
  settings = {
    drover.slider("layout", 1, { min = 1, max = #layouts, step = 1 }),
    drover.choice("kind", "planner", NAMES),
  },
  bounds = { min = { -40, -40 }, max = { 40, 40 } },
  monitors = {
    people = function(world) return world:count() end,
    arrived = function(world) return count(world, is_at_goal) end,
    been = function(world) return count(world, function(each) return each.has_been end) end,
    speed = function(world) -- m/s, of all
      local sum = 0
      for each in world:agents() do sum = sum + each.speed end
      return sum / world:count()
    end,
    overlap = function(world) -- m, of the worst pair
      local worst = 0
      each_pair(world, function(a, b) worst = math.max(worst, 2 * RADIUS - a:distance(b)) end)
      return worst
    end,
  },
  update = function(world)
    for each in world:agents() do each.has_been = each.has_been or is_at_goal(each) end
  end,
  setup = function(world, settings)
    local function add(x, y, goal_x, goal_y, more)
      -- So that no seed is like another.
      x, y = x + 0.1 * (world:random() - 0.5), y + 0.1 * (world:random() - 0.5)
      local agent = world:spawn(settings.kind, { x = x, y = y, heading = math.atan(goal_y - y, goal_x - x) })
      agent:set("goal", goal_x, goal_y)
      agent.goal_x, agent.goal_y = goal_x, goal_y
      for name, value in pairs(more or {}) do agent[name] = value end
    end
    layouts[math.floor(settings.layout)].build(world, add)
  end,
}
