-- A corridor whose ends are one, and a wall with a door across it, or none. plan.wkt says where they are, and
-- `pedestrian` how people walk. This file measures them: the flow through the door, and speed and density in a part of
-- the corridor.

local drover = require "drover"
local pedestrian = require "pedestrian"

local plan <const> = drover.data "plan.wkt"
local floor, corridor, wall, area = plan[1], plan[2], plan[3], plan[4]
local LENGTH, WIDTH = floor.bounds.max.x, 2 * floor.bounds.max.y -- m; it begins at 0, and its middle is at 0
local FROM, TO = wall.bounds.min.x, wall.bounds.max.x -- m, along the corridor
local WIDEST = wall[1].bounds.min.y - wall[2].bounds.max.y -- m: the doorway as the plan has it
local SETTLED = 30 -- s: measuring begins when the crowd has settled

-- The line that people cross to be through, a little beyond the wall.
local function doorway(world)
  local x, half = TO + 0.1, world.settings.door / 2
  return { { x, -half }, { x, half } }
end

local person = drover.kind("person", {
  body = pedestrian.body,
  look = { shape = "person", size = 2 * pedestrian.body.radius, color = "skyblue" },
  slots = { goal = "point" },
  memory = { lane = 0, was_before = true },
  steer = pedestrian.walk { target = "goal" },
  step = function(self)
    local world = self.world
    local is_before = self.x < TO
    if world.settings.wall and is_before then
      self:set("goal", pedestrian.place_in(doorway(world), self.x, self.y, self.radius))
    else
      self:set("goal", self.x + 5, self.lane)
    end
    local is_there = math.abs(self.x - TO) < 1 -- not at the seam
    if is_before ~= self.was_before and is_there and world.time > SETTLED then
      world.memory.through = world.memory.through + (is_before and -1 or 1)
    end
    self.was_before = is_before
  end,
})

-- Two boards in the doorway make it as narrow as the setting says.
local function narrow(world)
  local half = world.settings.door / 2
  local depth = WIDEST / 2 - half
  if depth < 0.01 then return end
  for _, side in ipairs { -1, 1 } do
    world:obstacle {
      box = { x = (FROM + TO) / 2, y = side * (half + depth / 2), w = TO - FROM, d = depth }, color = "tan",
    }
  end
end

local function is_free(placed, x, y, distance)
  for _, other in ipairs(placed) do
    local dx, dy = math.abs(x - other[1]), y - other[2]
    dx = math.min(dx, LENGTH - dx)
    if dx * dx + dy * dy < distance * distance then return false end
  end
  return true
end

-- Random places a body apart, less where there is no such place left: they part while they settle.
local function fill(world, from, to)
  local apart, misses, placed = 2 * pedestrian.body.radius, 0, {}
  local width = WIDTH - 2 * pedestrian.body.radius
  while #placed < world.settings.people do
    local x, y = from + (to - from) * world:random(), width * (world:random() - 0.5)
    if is_free(placed, x, y, apart) then
      placed[#placed + 1] = { x, y }
      world:spawn("person", { x = x, y = y, lane = y, was_before = x < TO })
      misses = 0
    else
      misses = misses + 1
      if misses == 100 then apart, misses = 0.98 * apart, 0 end
    end
  end
end

-- How many are in the area, and how fast they walk along the corridor.
local function measure(world)
  local m = world.memory
  if world.time <= SETTLED then return end
  for each in world:agents "person" do
    if area:contains(each) then m.present, m.speed = m.present + 1, m.speed + each.vx end
  end
  m.moments = m.moments + 1
end

return drover.scenario {
  name = "bottleneck",
  title = "Bottleneck",
  theme = "floor",
  kinds = { person },
  tick_rate = 20,
  bounds = { min = { 0, -WIDTH }, max = { LENGTH, WIDTH }, edge = "wrap" },

  settings = {
    drover.slider("people", 220, { min = 1, max = 800, step = 1, restart = true }),
    drover.toggle("wall", true, { title = "a wall with a door", restart = true }),
    drover.slider("door", 1.2, {
      min = 0.8, max = WIDEST, step = 0.1, title = "width of the door (m)", restart = true,
    }),
  },
  monitors = { -- since the crowd has settled
    flow = function(world) return world.memory.through / math.max(world.time - SETTLED, 1) end,
    density = function(world) return world.memory.present / math.max(world.memory.moments, 1) / area.area end,
    speed = function(world) return world.memory.speed / math.max(world.memory.present, 1) end,
  },
  plots = {
    { title = "through the door", "flow", unit = "people/s" },
    { title = "in the measured area", "density", unit = "people/m²" },
  },

  setup = function(world, settings)
    world.memory.through, world.memory.moments, world.memory.present, world.memory.speed = 0, 0, 0, 0
    world:build(corridor, { as = "obstacle" })
    world:build(area, { as = "region", color = "#ffffff30" })
    if settings.wall then
      world:build(wall, { as = "obstacle" })
      narrow(world)
    end
    fill(world, 0, settings.wall and FROM - 0.5 or LENGTH)
  end,
  update = measure,
}
