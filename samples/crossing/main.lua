-- A field with a group of people at each of its four sides, and all want to get to the opposite side at once. They walk
-- on legs: of some thirty possible steps, each takes the one with the least stress. A setting says how they avoid
-- others.

local drover = require "drover"
local stress, when = drover.stress, drover.when

local HALF = 16 -- meters from the middle to a side
local APART = 2 -- meters between members of a group
local SIDES = { -- where a group starts, and along which line it stands
  { x = -HALF, y = 0, along_x = 0, along_y = 1, color = "tomato" },
  { x = 0, y = -HALF, along_x = 1, along_y = 0, color = "gold" },
  { x = HALF, y = 0, along_x = 0, along_y = 1, color = "skyblue" },
  { x = 0, y = HALF, along_x = 1, along_y = 0, color = "lime" },
}

-- People in a hurry walk faster. Being in a hurry does nothing else here, and that is enough. Without it, four equal
-- people on four equal sides see the same and do the same, and are in each other's way again at every step.
local people = drover.model {
  attributes = { rushed = 0 },
  parameters = { pace = { min = 0.8, max = 2, default = 1.4 } },
  effects = { { "rushed", "pace" } },
}

-- To the flag. The power keeps far flags from counting more than near people: the stress of the distance is a square.
local go = { stress.attract { target = "flag", distance_power = 0.5, angle_scale = 0.3 }, 3 }
local is_there = when.near("flag", 0.6)

local function walk(avoidance, guards)
  guards[#guards + 1] = { is_there, "there" }
  return { stress = { go, avoidance }, on = guards }
end

local walker = drover.kind("walker", {
  model = people,
  body = {
    radius = 0.25, max_speed = "pace", locomotion = "legged", stride = 0.7, turn = 0.6, stand_still = false,
    solid = "agents",
  },
  sight = { range = 20, angle = math.rad(220) },
  look = { shape = "person", size = 1.3 },
  slots = { flag = "point" },
  memory = { walked = 0, from_x = 0, from_y = 0, trail = {} },
  reflexes = { { stress.inertia(), 0.3 } }, -- whatever they do, they prefer to go straight

  step = function(self, dt)
    if self.state == "there" then return end
    self.walked = self.walked + self.speed * dt
    if self.world.tick % 15 == 0 then self.trail[#self.trail + 1] = self.position end
  end,

  -- Its way so far, and its flag.
  draw = function(self, draw)
    local flag = self.flag
    if flag then draw.circle(flag.x, flag.y, 0.5, { color = self.color, width = 2 }) end
    local trail = self.trail
    for i = 2, #trail do
      draw.line(trail[i - 1].x, trail[i - 1].y, trail[i].x, trail[i].y, { color = self.color, width = 3 })
    end
  end,

  initial = "predicting",
  states = {
    -- Where will everyone be in the next few steps? People who will have passed by then don't count, however close.
    predicting = walk(
      { stress.predictive_avoid { kind = "walker" }, 1 },
      { { when.setting("avoidance", "traditional"), "reacting" } }
    ),
    -- Where is everyone now? The same person is avoided again at the next step, a bit farther on.
    reacting = walk(
      { stress.proximity_avoid { kind = "walker", radius = 4, angle = math.rad(220), obstacles = false }, 1 },
      { { when.setting("avoidance", "predictive"), "predicting" } }
    ),
    there = { speed = 0 },
  },
})

local function mean_detour(world)
  local sum, count = 0, 0
  for each in world:agents(walker) do
    local straight = each:distance(each.from_x, each.from_y)
    if straight > 1 then
      sum, count = sum + each.walked - straight, count + 1
    end
  end
  return count > 0 and sum / count or 0
end

-- A different number for everyone, in random order.
local function hurries(world, count)
  local numbers = {}
  for i = 1, count do
    local at = world:random(i)
    numbers[i] = numbers[at]
    numbers[at] = i / count
  end
  return numbers
end

return drover.scenario {
  name = "crossing",
  title = "Crossing",
  theme = "street",
  kinds = { walker },
  bounds = { min = { -HALF - 2, -HALF - 2 }, max = { HALF + 2, HALF + 2 } },

  settings = {
    drover.choice("avoidance", "predictive", { "predictive", "traditional", title = "avoidance" }),
    drover.toggle("hurry", true, { title = "each in a hurry of their own", restart = true }),
    drover.slider("group", 3, { min = 1, max = 8, step = 1, title = "people on each side", restart = true }),
  },

  monitors = {
    arrived = function(world) return world:count(walker, { state = "there" }) end,
    detour = mean_detour, -- meters, averaged over all walkers
  },

  setup = function(world, settings)
    local hurry = hurries(world, #SIDES * settings.group)
    for s, side in ipairs(SIDES) do
      for i = 1, settings.group do
        local aside = (i - (settings.group + 1) / 2) * APART
        local x, y = side.x + side.along_x * aside, side.y + side.along_y * aside
        local flag_x, flag_y = -side.x + side.along_x * aside, -side.y + side.along_y * aside
        local each = world:spawn(walker, {
          x = x, y = y, from_x = x, from_y = y, flag = { flag_x, flag_y },
          heading = math.atan(-side.y, -side.x), rushed = settings.hurry and hurry[(s - 1) * settings.group + i] or 0.5,
        })
        each.color = side.color
      end
    end
  end,
}
