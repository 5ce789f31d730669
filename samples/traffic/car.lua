-- A car: steering says which way, the driver says how fast. The engine turns the wheel: path following on the street,
-- docking into a bay. Lua decides each tick how fast the car may go, from what is ahead.

local drover = require "drover"
local shape = require "shape"
local steer, when = drover.steer, drover.when

local LENGTH, WIDTH, FAST = shape.LENGTH, shape.WIDTH, shape.FAST
local BENDS, PARKING = 4.5, 4 -- meters per second
local BRAKE = 2.5 -- meters per second squared, when a driver sees it coming; the brakes can do more
local LAG = 0.5 -- seconds until braking takes effect
local ROOM = 1.5 -- meters to leave to the car ahead, or to the line
local STAY = 8 -- seconds in a bay, at least
local HIGH = math.rad(120) -- cars heading against ours by more than this are in the other lane

-- The greatest speed from which a car can still slow to `final` within `gap` (Gipps 1981, A behavioural
-- car-following model): the distance covered during the lag comes off the gap.
local function safe_speed(gap, final)
  local lost = BRAKE * LAG
  return math.sqrt(lost * lost + 2 * BRAKE * math.max(0, gap) + final * final) - lost
end

-- The speed that the cars ahead allow.
local function behind_others(self)
  local least = FAST
  for other in self:neighbors("car", 28) do
    local turned = shape.turned(self.heading, other.heading)
    if other.state ~= "parked" and math.abs(turned) < HIGH then
      local x, y = self:to_local(other)
      local along, aside = shape.reach(turned)
      if x > 0 and math.abs(y) < WIDTH / 2 + aside + 0.3 then
        local speed = safe_speed(x - LENGTH / 2 - along - ROOM, other.speed * math.max(0, math.cos(turned)))
        least = math.min(least, speed)
      end
    end
  end
  return least
end

-- What the light shows; green if somebody has removed it.
local function signal(self) return self.light and self.light.state or "green" end

-- The speed that the light allows, `rest` meters before the line. At amber, cars that can no longer stop keep going.
local function before_light(self, rest)
  if rest < 0 or signal(self) == "green" then return FAST end
  local speed = safe_speed(rest - ROOM / 2, 0)
  if signal(self) == "amber" and self.speed > speed + 1 then return FAST end
  return speed
end

local function drive(self)
  if not self.route then return end
  local s = self.route:project(self.x, self.y)
  local rest = self.to_line - s - LENGTH / 2 -- the front of the car counts
  if rest < 0 and not self.is_over then
    self.is_over = true
    if signal(self) == "red" then
      self.world.memory.violations = self.world.memory.violations + 1
    end
  end
  self.limit = math.min(behind_others(self), before_light(self, rest))
  if self.turns and rest < 28 and rest > -22 then
    self.limit = math.min(self.limit, safe_speed(rest, BENDS))
  end
  if self.bay then
    if s > self.turn then return "parking" end
    self.limit = math.min(self.limit, safe_speed(self.turn - s, PARKING))
  end
  if s > self.leaves then
    self.world.memory.through = self.world.memory.through + 1
    self:remove()
  end
end

-- Nobody can back out: one at a time, they drive through to the alley.
local function drive_on(self)
  local can_go = self.way_out and self.way_out.alive and self.world:count("car", { state = "leaving" }) == 0
  return self.state_time > self.patience and can_go and "leaving" or nil
end

return drover.kind("car", {
  body = shape.body,
  look = { shape = "car", size = LENGTH },
  slots = {
    route = "path", -- where it drives
    light = "agent", -- which it obeys
    bay = "pose", -- where it will park, if it will
    limit = "number", -- meters per second
  },
  memory = {
    to_line = 0, turn = 0, leaves = 0, -- meters from the start of the route
    bay_number = 0, way_out = drover.none, -- 0: does not want to park
    turns = false, is_over = false, patience = STAY,
  },
  initial = "driving",
  states = {
    driving = {
      speed = "limit",
      steer = steer.path_following { path = "route", projection = 6, regulation = 0.3 },
      step = drive,
    },
    parking = {
      speed = "limit",
      steer = steer.docking { target = "bay", approach = 5 },
      step = function(self) self.limit = math.min(PARKING, behind_others(self)) end,
      on = { { when.arrived { target = "bay", distance = 0.05, speed = 0.001 }, "parked" } },
    },
    parked = {
      enter = function(self) self.patience = STAY * (1 + self:random()) end,
      steer = steer.target_speed { speed = 0 }, -- the brake
      step = drive_on,
      leave = function(self)
        local memory = self.world.memory
        local off, turned = self:distance(self.bay.x, self.bay.y, 0), shape.turned(self.bay.heading, self.heading)
        memory.parked = memory.parked + 1
        memory.off = math.max(memory.off, off)
        memory.turned = math.max(memory.turned, math.abs(math.deg(turned)))
      end,
    },
    leaving = {
      enter = function(self)
        self.route, self.bay = self.way_out, nil
        self.leaves = self.route.length - 60
      end,
      speed = PARKING,
      -- It looks less far ahead than on the street, or it would cut the corner, and the car in the next bay.
      steer = steer.path_following { path = "route", projection = 3, regulation = 0.5 },
      step = function(self)
        if self.route and self.route:project(self.x, self.y) > self.leaves then self:remove() end
      end,
    },
  },
})
