-- Two teams carry parcels through a wall with two gates, of which one is always closed, and across a strip of wind.
-- Gold makes a new plan when its way is blocked or lost. Red only plans when it sets out.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local LEFT, RIGHT, HALF = -30, 30, 14 -- meters: the depots, and half of the width
local GATES = { 9, -9 } -- meters: where they are along the wall
local GATE = 4 -- meters wide
local TEAM = 8
local COLORS = { "gold", "tomato" }
local STRIP = { from = -20, to = -14 } -- meters: where the wind blows

local function is_windy(x) return x > STRIP.from and x < STRIP.to end

-- A gust blows for the first two seconds of every five, now to one side and now to the other.
local function gust(self)
  local time = self.world.time
  if not is_windy(self.x) or time % 5 > 2 then return 0, 0 end
  return 0, (time % 10 < 5 and 1 or -1) * self.world.settings.wind
end

local follow = steer.path_following { path = "way" }
local walk = blend.weighted { follow, steer.custom(gust) }

local function plan(self)
  if self.way then self.way:remove() end
  self.way = self.world:plan(self, self.goal, { clearance = 0.6, resolution = 0.5 })
  self.plans = self.plans + 1
end

local function bump(self)
  self.bumps = self.bumps + 1
  self:halt()
end

local function deliver(self)
  self.delivered = self.delivered + 1
  self.goal = self.goal.x > 0 and { LEFT, self.lane } or { RIGHT, self.lane }
  plan(self)
end

local function courier(name, color, guards)
  table.insert(guards, 1, { when.near("goal", 1.5), "arriving" })
  table.insert(guards, { when.collided({ "gold", "red" }) & when.after(2), "bumping" })
  return drover.kind(name, {
    body = { mass = 50, radius = 0.4, max_speed = 3, max_force = 500, response = 0.2, solid = "agents" },
    sight = { range = 6, angle = math.rad(120) },
    look = { size = 1.8, color = color },
    slots = { goal = "point", way = "path" },
    memory = { lane = 0, delivered = 0, plans = 0, bumps = 0 },
    initial = "walking",
    states = {
      walking = { steer = walk, on = guards },
      arriving = { enter = deliver, on = { { when.after(0.5), "walking" } } },
      planning = { enter = plan, on = { { when.after(0.3), "walking" } } },
      bumping = { enter = bump, on = { { when.after(0.5), "walking" } } }, -- to say sorry
    },
  })
end

local gold = courier("gold", COLORS[1], {
  { when.blocked(0.6, { path = "way" }), "planning" },
  { when.off_path(2, { path = "way" }), "planning" },
})
local red = courier("red", COLORS[2], {})

local function sum(kind, field)
  return function(world)
    local total = 0
    for each in world:agents(kind) do total = total + each[field] end
    return total
  end
end

local function build_wall(world)
  local ends = { -HALF, GATES[2] - GATE / 2, GATES[2] + GATE / 2, GATES[1] - GATE / 2, GATES[1] + GATE / 2, HALF }
  for i = 1, #ends, 2 do world:obstacle { wall = { from = { 0, ends[i] }, to = { 0, ends[i + 1] } } } end
end

local function is_free(world, y)
  for each in world:agents() do
    if math.abs(each.x) < 1 and math.abs(each.y - y) < GATE / 2 + 0.5 then return false end
  end
  return true
end

-- One gate is open at a time, but none closes on anybody.
local function move_gates(world)
  local open = world.time % (2 * world.settings.every) < world.settings.every and 1 or 2
  for i, y in ipairs(GATES) do
    local bar = world.memory.bars[i]
    if i == open and bar then
      if bar.alive then bar:remove() end
      world.memory.bars[i] = false
    elseif i ~= open and not bar and is_free(world, y) then
      world.memory.bars[i] = world:obstacle {
        box = { x = 0, y = y, w = 0.6, d = GATE }, color = "crimson",
      }
    end
  end
end

return drover.scenario {
  name = "gates",
  title = "Gates",
  theme = "floor",
  kinds = { gold, red },
  bounds = { min = { LEFT - 4, -HALF }, max = { RIGHT + 4, HALF }, edge = "contain" },
  settings = {
    drover.slider("every", 20, { min = 4, max = 60, title = "a gate closes (s)" }),
    drover.slider("wind", 3, { min = 0, max = 6, title = "of a gust (m/s)" }),
  },
  monitors = {
    gold_delivered = sum(gold, "delivered"),
    red_delivered = sum(red, "delivered"),
    gold_plans = sum(gold, "plans"),
    red_plans = sum(red, "plans"),
    gold_bumps = sum(gold, "bumps"),
    red_bumps = sum(red, "bumps"),
  },

  setup = function(world)
    world.memory.bars = { false, false }
    build_wall(world)
    move_gates(world)
    for k = 1, TEAM do
      for i, kind in ipairs { gold, red } do
        local lane = (k - 0.5 - TEAM / 2) * 3 + (i - 1.5) * 1.5
        local x = LEFT + 60 * world:random()
        if math.abs(x) < 2 then x = 3 end -- not in the wall
        plan(world:spawn(kind, { x = x, y = lane, lane = lane, goal = { RIGHT, lane } }))
      end
    end
  end,

  update = move_gates,

  draw = function(world, draw)
    local blows = world.time % 5 < 2 and world.settings.wind > 0
    local up = world.time % 10 < 5
    for x = STRIP.from + 1, STRIP.to, 2 do
      for y = -HALF + 2, HALF - 2, 6 do
        draw.line(x, y - 1, x, y + 1, { color = blows and "#ffffffb0" or "#ffffff30" })
        if blows then draw.circle(x, y + (up and 1 or -1), 0.25, { color = "#ffffffb0", fill = true }) end
      end
    end
    for i, kind in ipairs { gold, red } do
      local parcels, plans = sum(kind, "delivered")(world), sum(kind, "plans")(world)
      local text = ("%s: %d parcels, %d plans"):format(kind.name, parcels, plans)
      draw.text(text, LEFT + 20 * (i - 1), HALF + 1, { color = COLORS[i] })
    end
  end,
}
