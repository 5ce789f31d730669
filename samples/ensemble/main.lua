-- Three people, three errands, one script. Red wants to catch up with gold; blue wants to get to a place and look west;
-- gold is in a hurry to get to the flag. Each is given a target and nothing else: whether to walk straight, plan a
-- route, chase, search, turn, or stop is decided along the way (schema.locomotion).

local drover = require "drover"
local stress, schema = drover.stress, drover.schema

local FLAG = { x = 6, y = 19 }
local PLACE = { x = 31, y = 13 } -- right of the boxes
local WEST = math.pi

local people = drover.model {
  attributes = { rushed = 0 },
  parameters = { pace = { min = 0.8, max = 2, default = 1.3 } },
  effects = { { "rushed", "pace", range = { 0.5, 1 } } },
}

local function person(name, color, errand)
  errand.done = "there" -- if it fails, it is tried again a second later
  return drover.kind(name, {
    model = people,
    body = {
      radius = 0.25, max_speed = "pace", locomotion = "legged", stride = 0.7, turn = 0.7, stand_still = false,
      solid = "agents",
    },
    sight = { range = 60, angle = math.rad(200), occluded = true },
    look = { shape = "person", size = 1.1, color = color },
    slots = { target = "agent", place = "point" },
    memory = { trail = {} },

    -- Always on, whatever the errand: stay off things, and foresee other people.
    reflexes = {
      { stress.proximity_avoid { radius = 1.5, angle = math.rad(120), agents = false }, 0.4 },
      { stress.predictive_avoid { kind = { "red", "blue", "gold" }, horizon = 3 }, drover.setting "foresight" },
      { stress.inertia(), 0.1 },
    },

    initial = "errand",
    states = {
      errand = schema.locomotion(errand),
      there = { speed = 0 },
    },

    step = function(self)
      if self.world.tick % 15 == 0 and self.state == "errand" then self.trail[#self.trail + 1] = self.position end
    end,

    draw = function(self, draw)
      local trail = self.trail
      for i = 2, #trail do
        draw.line(trail[i - 1].x, trail[i - 1].y, trail[i].x, trail[i].y, { color = self.color })
      end
    end,
  })
end

local red = person("red", "tomato", { target = "target" })
local blue = person("blue", "skyblue", { target = "place", heading = WEST })
local gold = person("gold", "gold", { target = "place", clearance = 0.6 })

-- The only agent of a kind; nil once somebody has removed it.
local function the(world, kind) return world:agents(kind)() end

local function is_gold_seen(world)
  local each = the(world, red)
  return each and each:sees(gold)
end

-- How far blue's heading is from west, in radians.
local function off_west(world)
  local each = the(world, blue)
  return each and math.abs(math.pi - math.abs(each.heading)) or 0
end

return drover.scenario {
  name = "ensemble",
  title = "Ensemble",
  kinds = { red, blue, gold },
  bounds = { min = { 0, 0 }, max = { 40, 24 }, edge = "contain" },

  settings = { drover.slider("foresight", 0.05, { min = 0, max = 0.5, title = "how much foreseen people count" }) },

  monitors = {
    arrived = function(world)
      local count = 0
      for each in world:agents() do
        if each.state == "there" then count = count + 1 end
      end
      return count
    end,
    seen = function(world) return is_gold_seen(world) and 1 or 0 end, -- gold, by red
    off_west = off_west,
  },

  setup = function(world)
    -- Boxes hide what is behind them; people can see over the cylinders.
    for _, at in ipairs { { 19, 10.5, 2, 3 }, { 24, 17, 3, 4 }, { 12, 16, 3, 3 } } do
      local x, y, w, d = table.unpack(at)
      world:obstacle { box = { x = x, y = y, w = w, d = d } }
    end
    for _, at in ipairs { { 12, 7 }, { 27, 9 }, { 18, 17 }, { 8, 16 }, { 31, 17 } } do
      world:obstacle { cylinder = { x = at[1], y = at[2], radius = 0.7 }, blocks = { sight = false }, color = "olive" }
    end
    local function about(x, y) return { x = x + world:random() - 0.5, y = y + world:random() - 0.5 } end
    local at = about(35, 4)
    local runner = world:spawn(gold, { x = at.x, y = at.y, heading = WEST, rushed = 0.8, place = { FLAG.x, FLAG.y } })
    at = about(2, 7)
    world:spawn(red, { x = at.x, y = at.y, target = runner })
    at = about(20, 6.9)
    world:spawn(blue, { x = at.x, y = at.y, place = { PLACE.x, PLACE.y } })
  end,

  draw = function(_, draw)
    draw.line(FLAG.x, FLAG.y, FLAG.x, FLAG.y + 1.5, { color = "white", width = 2 })
    draw.circle(PLACE.x, PLACE.y, 0.5, { color = "skyblue", width = 2 })
  end,
}
