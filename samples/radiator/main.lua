-- A radiator on both sides of a wall, and two people who want to get past it without coming near. One asks at each step
-- whether it is hot here; the other asks about each possible step whether it would be hot there.

local drover = require "drover"
local steer, stress, when = drover.steer, drover.stress, drover.when

local heat = drover.terrain("heat", { color = "orange" }) -- to see it
local LENGTH = 16 -- meters from one end of the wall to the other
local RADIATOR = { x = 8, y = 0.2, w = 9, d = 0.2 } -- on the upper side; the same on the lower one
local BODY = {
  radius = 0.3, max_speed = 1.4, locomotion = "legged", stride = 0.7, turn = 1.2, stand_still = false,
  solid = "agents",
}

-- Counts the teeth of the way, where it turns to one side after having turned to the other, and keeps the way.
local function note(self)
  local turn = (self.heading - self.heading_before + math.pi) % (2 * math.pi) - math.pi
  if math.abs(turn) > 0.2 then
    if turn * self.turn_before < 0 then self.teeth = self.teeth + 1 end
    self.heading_before, self.turn_before = self.heading, turn
  end
  if self.world.tick % 6 == 0 then self.trail[#self.trail + 1] = self.position end
end

local function draw_trail(self, draw)
  local trail = self.trail
  for i = 2, #trail do
    draw.line(trail[i - 1].x, trail[i - 1].y, trail[i].x, trail[i].y, { color = self.color })
  end
end

local function person(name, color, definition)
  definition.body = BODY
  definition.look = { shape = "person", size = 0.6, color = color }
  definition.slots = { goal = "point", radiator = "obstacle", warm = "region" }
  definition.memory = { teeth = 0, heading_before = 0, turn_before = 0, trail = {} }
  definition.reflexes = { { stress.inertia(), 0.2 } }
  definition.draw = draw_trail
  definition.states.there = { speed = 0 }
  return drover.kind(name, definition)
end

local is_there = when.near("goal", 0.7)

-- Hot: away. Not hot: to the goal. There is nothing wrong with either, and yet they alternate all the way.
local feeling = person("feeling", "tomato", {
  initial = "cool",
  states = {
    cool = {
      steer = steer.seek { target = "goal" },
      step = note,
      on = { { is_there, "there" }, { when.inside "warm", "hot" } },
    },
    hot = {
      steer = steer.flee { target = "radiator" },
      step = note,
      on = { { ~when.inside "warm", "cool" } },
    },
  },
})

-- Of all the steps that it could take: how far from the goal would it be, and how far in the heat?
local thinking = person("thinking", "skyblue", {
  initial = "walking",
  states = {
    walking = {
      stress = {
        { stress.attract { target = "goal", distance_power = 0.5, angle_scale = 0.3 }, 3 },
        { stress.avoid { target = "radiator", distance = drover.setting "heat", angle_scale = 0 }, 20 },
      },
      step = note,
      on = { { is_there, "there" } },
    },
  },
})

local function teeth(kind)
  return function(world)
    local each = world:agents(kind)() -- nil once somebody has removed it
    return each and each.teeth or 0
  end
end

return drover.scenario {
  name = "radiator",
  title = "Radiator",
  theme = "floor",
  kinds = { feeling, thinking },
  bounds = { min = { -2, -5 }, max = { LENGTH + 2, 5 }, edge = "contain" },

  settings = {
    drover.slider("heat", 1.5, { min = 0, max = 3, restart = true, title = "how far the heat reaches, in meters" }),
  },

  -- Teeth of the ways, and who is at the goal.
  monitors = {
    teeth_feeling = teeth(feeling),
    teeth_thinking = teeth(thinking),
    arrived = function(world)
      return world:count(feeling, { state = "there" }) + world:count(thinking, { state = "there" })
    end,
  },

  setup = function(world, settings)
    world:obstacle { box = { x = LENGTH / 2, y = 0, w = LENGTH, d = 0.2 } }
    local y = 2.2 + 0.4 * (world:random() - 0.5)
    local r, reach = RADIATOR, settings.heat + BODY.radius -- from surface to surface
    for kind, side in pairs { thinking = 1, feeling = -1 } do
      local around = { x = r.x, y = side * r.y, w = r.w + 2 * reach, d = r.d + 2 * reach }
      local warm = world:region { shape = { box = around }, terrain = heat }
      local radiator = world:obstacle { box = { x = r.x, y = side * r.y, w = r.w, d = r.d }, color = "orange" }
      world:spawn(kind, { x = 0, y = side * y, goal = { LENGTH, side * 0.6 }, radiator = radiator, warm = warm })
    end
  end,
}
