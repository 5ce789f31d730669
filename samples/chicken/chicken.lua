-- A chicken, in layers: the first one that wants the body gets it, and the ones behind it aren't consulted. So what
-- can't wait comes first.
--
--     dash    a car is upon me          → out of its path, at once
--     look    at the curb, a car comes  → stand
--     cross   on my way over            → to the other side
--     peck    nothing else              → around here; after a while, over there
--
-- All chickens have the same layers. `think` says how often they consult them: a hen does every tick, while a thinker
-- is deep in thought for that many ticks, and keeps doing what it was doing.

local drover = require "drover"
local road = require "road"
local steer, blend, when, subsumption = drover.steer, drover.blend, drover.when, drover.subsumption

local WALK, RUN = 0.7, 4 -- m/s
local ALARM = 2 -- seconds: a car that will be here sooner is upon me
local LINE = 1.8 -- meters from the center of a car's path: half its width, a chicken, and a good margin
local VERGE = road.HALF_WIDTH + 1.5 -- meters from the middle of the road to where chickens live

-- Where a car is going: seconds until it is here, and how far to the left of its path I am; nil when none is coming.
local function coming(self)
  local car = self:sees "car"
  if not car then return end
  local ahead, aside = car:to_local(self)
  if ahead > 0 then return ahead / math.max(car.speed, 0.1), aside end
end

local function is_upon(self)
  local seconds, aside = coming(self)
  return seconds and seconds < ALARM and math.abs(aside) < LINE
end

-- It sticks to the side that was nearer when it noticed. The line in front of a car that turns sweeps across the road,
-- and a hen that changed sides with it would get nowhere.
local function get_off(self)
  self.pace = RUN
  local _, aside = coming(self)
  local car = self:sees "car"
  local side = aside < 0 and -1 or 1
  self.safety = self.position + drover.vec(-car.forward.y, car.forward.x) * (side * 5)
end

local function is_at_curb(self) return math.abs(math.abs(self.y) - VERGE) < 1 end

local function choose_spot(self)
  local side = self.y < 0 and -1 or 1
  self:set("spot", 1 + 16 * self:random(), side * (VERGE + 2.5 * self:random()))
  self.restless_at = self.world.time + 3 + 6 * self:random()
end

local function walk(self) self.pace = WALK end

local keep_apart = steer.separation { kind = { "hen", "thinker" }, radius = 0.8 }

local function layers(think)
  return subsumption.layers {
    speed = "pace",
    think = think,

    {
      when = is_upon,
      hold = 0.4,
      enter = get_off,
      steer = blend.weighted { steer.seek { target = "safety" }, keep_apart },
    },
    {
      when = function(self) return self.is_crossing and is_at_curb(self) and coming(self) end,
      hold = 0.5,
      enter = walk,
      steer = steer.target_speed { speed = 0 },
    },
    {
      when = function(self) return self.is_crossing end,
      enter = walk,
      steer = blend.weighted { steer.arrival { target = "goal" }, { keep_apart, 0.5 } },
      step = function(self)
        if self:distance(self.goal) > 0.5 then return end
        self.is_crossing = false
        local crossings = self.world.memory.crossings
        crossings[self.kind] = crossings[self.kind] + 1
      end,
    },
    {
      enter = function(self)
        walk(self)
        choose_spot(self)
      end,
      steer = blend.weighted { steer.arrival { target = "spot", slowing_distance = 1 }, { keep_apart, 0.5 } },
      step = function(self)
        if self.world.time < self.restless_at then return end
        self:set("goal", self.x, self.y < 0 and VERGE + 1 or -VERGE - 1)
        self.is_crossing = true
      end,
    },
  }
end

return function(name, color, think)
  return drover.kind(name, {
    body = { mass = 2, radius = 0.15, max_speed = RUN, max_force = 60, response = 0.1, solid = "agents" },
    sight = { range = 40, angle = math.rad(330), occluded = true },
    look = { shape = "bird", size = 1.2, color = color },
    slots = { safety = "point", spot = "point", goal = "point", pace = "number" },
    memory = { is_crossing = false, restless_at = 0 },
    init = function(self) self.pace = RUN end, -- until a layer has its first turn
    initial = "living",
    states = {
      living = layers(think),

      -- It loses some feathers, and then walks home.
      hit = {
        speed = 0,
        enter = function(self) self.color = "gray" end,
        leave = function(self)
          self.color = nil
          self.is_crossing = false
        end,
        on = { { when.after(3), "living" } },
      },
    },
  })
end
