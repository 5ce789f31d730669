-- A yard full of crates, and carts that cross it. They have the same wheels and differ in one line of their stress
-- lists: what they mind about crates. A cart weighs the velocities it can reach, as someone on legs weighs steps.

local drover = require "drover"
local stress, when = drover.stress, drover.when

local SIDE, CRATE = 20, 2 -- meters: half of the yard, and the side of a crate
local BODY = 0.5 -- meters from the center of a cart to the outside

local function clearance(self)
  local least = math.huge
  for x = -8, 8, 8 do
    for y = -8, 8, 8 do
      local off_x = math.max(math.abs(self.x - x) - CRATE / 2, 0)
      local off_y = math.max(math.abs(self.y - y) - CRATE / 2, 0)
      least = math.min(least, math.sqrt(off_x * off_x + off_y * off_y))
    end
  end
  return least - BODY
end

local function note(self)
  if self.world.tick % 10 == 0 then self.trail[#self.trail + 1] = self.position end
  self.least = math.min(self.least, clearance(self))
end

local go = { stress.attract { target = "gate", distance_power = 0.5, angle_scale = 0.3 }, 3 }
local past_others = { stress.predictive_avoid { kind = { "rash", "wary" } }, 2 }
local off_crates = { stress.line_avoid { distance = 2, angle = 2 * math.pi, angle_scale = 0 }, drover.setting "care" }

local function cart(name, color, minds)
  return drover.kind(name, {
    body = {
      locomotion = "wheeled", wheelbase = 1, radius = BODY, max_speed = 3, max_force = 3, reverse = 1,
      solid = "agents",
    },
    look = { shape = "arrow", size = 1.4, color = color },
    slots = { gate = "point" },
    memory = { trail = {}, least = math.huge },
    reflexes = { { stress.inertia(), 0.2 } },
    initial = "driving",
    states = {
      driving = { stress = minds, step = note, on = { { when.near("gate", 1.5), "there" } } },
      there = { speed = 0 },
    },
    draw = function(self, draw)
      for i = 2, #self.trail do
        local from, to = self.trail[i - 1], self.trail[i]
        draw.line(from.x, from.y, to.x, to.y, { color = self.color, width = 2 })
      end
    end,
  })
end

local rash = cart("rash", "tomato", { go, past_others })
local wary = cart("wary", "gold", { go, past_others, off_crates })

local function count_there(kind)
  return function(world)
    local count = 0
    for each in world:agents(kind) do
      if each.state == "there" then count = count + 1 end
    end
    return count
  end
end

local function least_clearance(kind)
  return function(world)
    local least = math.huge
    for each in world:agents(kind) do least = math.min(least, each.least) end
    return least
  end
end

return drover.scenario {
  name = "yard",
  title = "Yard",
  theme = "street",
  kinds = { rash, wary },
  bounds = { min = { -SIDE, -SIDE }, max = { SIDE, SIDE }, edge = "contain" },

  settings = { drover.slider("care", 4, { min = 0, max = 10, title = "how much the wary mind crates" }) },

  monitors = {
    rash_there = count_there(rash), wary_there = count_there(wary),
    rash_clearance = least_clearance(rash), wary_clearance = least_clearance(wary),
  },

  setup = function(world)
    for x = -8, 8, 8 do
      for y = -8, 8, 8 do
        world:obstacle { box = { x = x, y = y, w = CRATE, d = CRATE }, color = "#7a5c3a" }
      end
    end
    -- From the left to the right, and from the bottom to the top, each toward a crate.
    for i = 1, 4 do
      local kind = i % 2 == 0 and wary or rash
      local aside = 6 * (i - 2.5) + world:random() - 0.5
      world:spawn(kind, { x = -18, y = aside, heading = 0, gate = { 18, -aside } })
      kind = i % 2 == 0 and rash or wary
      world:spawn(kind, { x = aside, y = -18, heading = math.pi / 2, gate = { -aside, 18 } })
    end
  end,
}
