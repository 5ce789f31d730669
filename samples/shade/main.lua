-- A square with two rows of trees at noon. Red crosses it the shortest way, blue in the shade if it can; green strolls
-- about, and gold follows the tour. The engine knows nothing of shade: a function here says that it is pleasant.

local drover = require "drover"
local steer, stress, when = drover.steer, drover.stress, drover.when

local HALF, DEPTH = 24, 14 -- meters: half of the square's length and width
local TREES = {} -- two rows
for x = -21, 21, 7 do
  for _, y in ipairs { -7, 7 } do TREES[#TREES + 1] = { x, y } end
end
local CROWN, TRUNK = 3.2, 0.4 -- meters
local DAY = 240 -- seconds that the sun takes around the square
local FADE = 6 -- meters from the shade, where the sun is as hot as it gets
local FAR = 3 -- meters from a tree to the middle of its shade
local TEAM = 6
local COLORS = { straight = "tomato", cool = "steelblue", stroller = "lightgreen", tourist = "gold" }

local function shade_offset(world)
  local sun = 2 * math.pi * world.time / DAY
  return FAR * math.cos(sun), FAR * math.sin(sun)
end

-- Meters from a place to the nearest shade, 0 inside.
local function distance_to_shade(world, x, y)
  local dx, dy = shade_offset(world)
  local nearest = math.huge
  for _, tree in ipairs(TREES) do
    local ax, ay = x - tree[1] - dx, y - tree[2] - dy
    nearest = math.min(nearest, math.sqrt(ax * ax + ay * ay) - CROWN)
  end
  return math.max(nearest, 0)
end

-- The stress of a step in the sun: the more, the farther the next shade is.
local heat = stress.custom(function(self, x, y) return math.min(distance_to_shade(self.world, x, y) / FADE, 1) end)

local function note(self, dt)
  self.out = self.out + dt
  if distance_to_shade(self.world, self.x, self.y) > 0 then self.sun = self.sun + dt end
  if self.world.tick % 20 > 0 then return end
  local trail = self.trail
  trail[#trail + 1] = self.position
  if #trail > 150 then table.remove(trail, 1) end
end

local function draw_trail(self, draw)
  local trail = self.trail
  for i = 2, #trail do
    draw.line(trail[i - 1].x, trail[i - 1].y, trail[i].x, trail[i].y, { color = COLORS[self.kind] })
  end
end

local function kind(name, def)
  def.body = {
    radius = 0.25, max_speed = 1.3, locomotion = "legged", stride = 0.7, turn = 0.7, stand_still = false,
    solid = "agents",
  }
  def.sight = { range = 10, angle = math.rad(220) }
  def.look = { shape = "person", size = 1, color = COLORS[name] }
  def.memory = { sun = 0, out = 0, crossings = 0, trail = {} } -- seconds in the sun, and in all
  def.reflexes = {
    { stress.proximity_avoid { radius = 1.2, angle = math.rad(180) }, 1 },
    { stress.inertia(), 0.1 },
  }
  def.step, def.draw = note, def.slots and def.slots.goal and draw_trail
  return drover.kind(name, def)
end

-- From one side to the other, and back.
local function turn_back(self)
  self.goal = { -self.goal.x, self.goal.y }
  self.crossings = self.crossings + 1
end
local function crosses(list)
  return {
    slots = { goal = "point" },
    initial = "crossing",
    states = {
      crossing = { stress = list, on = { { when.near("goal", 1.5), "there" } } },
      there = { enter = turn_back, on = { { when.after(0.1), "crossing" } } },
    },
  }
end

local go = { stress.attract { target = "goal", distance_power = 0.5, angle_scale = 0.3 }, 0.3 }
local shy = { heat, drover.setting "heat" }

local kinds = {
  kind("straight", crosses { go }),
  kind("cool", crosses { go, shy }),
  -- Straight on, wherever that is.
  kind("stroller", { stress = { stress.forward(), shy } }),
  kind("tourist", {
    slots = { tour = "path" },
    steer = steer.path_following { path = "tour", direction = 1 },
    stress = { { stress.follow_steering(), 0.1 }, shy },
  }),
}

local function share(of)
  return function(world)
    local sun, out = 0, 0
    for each in world:agents(of) do sun, out = sun + each.sun, out + each.out end
    return out > 0 and sun / out or 0
  end
end

local monitors = {}
for i, each in ipairs(kinds) do
  monitors[each.name .. "_in_sun"] = share(each)
  if i <= 2 then
    monitors[each.name .. "_crossings"] = function(world)
      local sum = 0
      for one in world:agents(each) do sum = sum + one.crossings end
      return sum
    end
  end
end

return drover.scenario {
  name = "shade",
  title = "Shade",
  theme = "street",
  kinds = kinds,
  bounds = { min = { -HALF, -DEPTH }, max = { HALF, DEPTH }, edge = "contain" },
  settings = { drover.slider("heat", 2, { min = 0, max = 5, title = "how much a step in the sun counts" }) },
  monitors = monitors,

  setup = function(world)
    for _, tree in ipairs(TREES) do
      world:obstacle { cylinder = { x = tree[1], y = tree[2], radius = TRUNK, height = 3 }, color = "sienna" }
    end
    local tour = world:path {
      points = { { -18, -4 }, { 18, -4 }, { 18, 4 }, { -18, 4 } }, closed = true, radius = 2.5,
    }
    for k = 1, TEAM do
      local y = (k - 0.5 - TEAM / 2) * 4
      for i = 1, 2 do
        world:spawn(kinds[i], { x = -HALF + 2, y = y + i, goal = { HALF - 2, y + i } })
      end
      world:spawn(kinds[3], { x = 4 * k - 14, y = 1, heading = 2 * math.pi * world:random() })
      world:spawn(kinds[4], { x = -18 + 2 * k, y = -4, tour = tour })
    end
  end,

  draw = function(world, draw)
    local dx, dy = shade_offset(world)
    for _, tree in ipairs(TREES) do
      draw.circle(tree[1] + dx, tree[2] + dy, CROWN, { color = "#00000050", fill = true })
    end
    for i, each in ipairs(kinds) do
      local text = ("%s: %.0f %% in the sun"):format(each.name, 100 * share(each)(world))
      draw.text(text, -HALF + 12 * (i - 1), DEPTH + 1, { color = COLORS[each.name] })
    end
  end,
}
