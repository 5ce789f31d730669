-- An ice rink without boards: only looking ahead keeps the skaters in. Ice gives little grip, so a skater who looks
-- just a step ahead brakes too late and slides off.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local LENGTH, WIDTH = 60, 30 -- meters
local BODY = 0.4 -- meters from the center of a skater to the outside
local SUITS = { "crimson", "navy", "orange", "teal", "purple", "sienna" }

-- Looks `look_ahead` seconds ahead: if a skater would be off the ice by then, turning inward comes first.
local stay_on_ice = steer.containment { horizon = drover.setting "look_ahead" }

-- Somewhere on the ice, often close to the edge: to get there at full speed is the skater's plan, not to slide on.
local function choose_goal(self)
  self:set("goal", (self:random() - 0.5) * (LENGTH - 2), (self:random() - 0.5) * (WIDTH - 2))
end

local skater = drover.kind("skater", {
  -- Grip is how much force a blade can apply, response how long a push takes: on grass, 500 N and 0.2 s.
  body = { mass = 60, radius = BODY, max_speed = 6, max_force = drover.setting "grip", response = 1, solid = "agents" },
  look = { shape = "person", size = 1.8 },
  slots = { goal = "point" },
  init = choose_goal,
  on = { { when.near("goal", 4), choose_goal } },
  -- On ice nobody stops for another. Skaters bend their paths a little, well in advance, and for others on all sides,
  -- since one coming from behind may have no choice. The blend adds this even where the edge comes first; otherwise,
  -- two would meet there.
  steer = blend.weighted {
    blend.priority {
      stay_on_ice,
      blend.weighted { steer.seek { target = "goal" }, { steer.wander { strength = 1 }, 0.5 } },
    },
    { steer.predictive_avoidance { kind = "skater", radius = 20, clearance = 1, angle = 2 * math.pi }, 3 },
  },
})

-- The ice and what is painted on it: obstacles that are only for show, since they let everybody pass.
local function paint(world)
  local function show(shape, color)
    shape.color, shape.blocks = color, { movement = false, sight = false }
    world:obstacle(shape)
  end
  show({ box = { x = 0, y = 0, w = LENGTH, d = WIDTH } }, "#c9d8e2")
  for _, x in ipairs { -LENGTH / 6, 0, LENGTH / 6 } do
    show({ box = { x = x, y = 0, w = 0.3, d = WIDTH } }, x == 0 and "#b8484f" or "#4f79b0")
  end
  show({ sphere = { x = 0, y = 0, radius = 4.5 } }, "#b8484f")
  show({ sphere = { x = 0, y = 0, radius = 4.2 } }, "#c9d8e2")
end

-- How far a skater is from the edge of the ice; below zero it is off.
local function margin(each)
  return math.min(LENGTH / 2 - math.abs(each.x), WIDTH / 2 - math.abs(each.y))
end

local function count_off(world)
  local off = 0
  for each in world:agents("skater") do
    if margin(each) < 0 then off = off + 1 end
  end
  return off
end

return drover.scenario {
  name = "rink",
  title = "Ice rink",
  theme = "snow",
  kinds = { skater },
  -- Containment looks at the bounds. With edge = "contain", the world itself would stop skaters there.
  bounds = { min = { -LENGTH / 2, -WIDTH / 2 }, max = { LENGTH / 2, WIDTH / 2 }, edge = "open" },

  settings = {
    drover.slider("skaters", 40, { min = 1, max = 300, step = 1, restart = true }),
    drover.slider("look_ahead", 3, { min = 0, max = 6, title = "look ahead (s)" }),
    drover.slider("grip", 120, { min = 10, max = 600, title = "grip (N)" }),
  },

  monitors = {
    least_margin = function(world)
      local least = math.huge
      for each in world:agents("skater") do least = math.min(least, margin(each)) end
      return least
    end,
    off_ice = count_off,
    -- How deep two bodies overlap at most, in meters.
    overlap = function(world)
      local deepest = 0
      for each in world:agents("skater") do
        local _, distance = each:nearest("skater", 2 * BODY)
        if distance then deepest = math.max(deepest, 2 * BODY - distance) end
      end
      return deepest
    end,
    speed = function(world)
      local sum = 0
      for each in world:agents("skater") do sum = sum + each.speed end
      return sum / math.max(1, world:count("skater"))
    end,
  },

  -- The edge of the ice, how many are off it, and who.
  draw = function(world, draw)
    local x, y = LENGTH / 2, WIDTH / 2
    draw.polygon({ { -x, -y }, { x, -y }, { x, y }, { -x, y } }, { color = "#2b3f55", width = 4, layer = "below" })
    local text = ("no boards: %d of %d skaters are off the ice"):format(count_off(world), world:count "skater")
    draw.text(text, x - 27, y + 2, { color = "#2b3f55", size = 20 })
    for each in world:agents("skater") do
      if margin(each) < 0 then draw.circle(each.x, each.y, 1.4, { color = "crimson", width = 3 }) end
    end
  end,

  setup = function(world, settings)
    paint(world)
    -- Each in a square of their own, so that nobody starts inside another.
    local columns = math.ceil(math.sqrt(settings.skaters * LENGTH / WIDTH))
    local rows = math.ceil(settings.skaters / columns)
    for i = 1, settings.skaters do
      local column, row = (i - 1) % columns, (i - 1) // columns
      local each = world:spawn("skater", {
        x = ((column + 0.3 + 0.4 * world:random()) / columns - 0.5) * 0.8 * LENGTH,
        y = ((row + 0.3 + 0.4 * world:random()) / rows - 0.5) * 0.8 * WIDTH,
        heading = 2 * math.pi * world:random(),
        speed = 2,
      })
      each.max_speed = 3 + 3 * world:random()
      each.color = SUITS[i % #SUITS + 1]
    end
  end,
}
