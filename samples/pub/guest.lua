-- A guest's evening, the same for everyone: from pub to pub, a rest on a bench, and home. Guests do what is best at the
-- moment (utility): each option says what it is worth now, which depends on attributes that change as they drink and
-- walk.

local drover = require "drover"
local people = require "people"
local street = require "street"
local when = drover.when

local GLASS = 6 -- seconds it takes
local TIRED = 120 -- seconds of walking until exhausted; half as many with a full load
local REST = 12 -- seconds until all that fatigue is gone
local NIGHT = 8 -- seconds in bed

local function is_there(self) return self:distance(self.goal) < 1 end

local function nearest(self, places, visited)
  local best, least
  for i, place in ipairs(places) do
    local way = self:distance(place.x, place.y)
    if not visited[i] and (not best or way < least) then best, least = i, way end
  end
  return best
end

local doors = {}
for i, pub in ipairs(street.PUBS) do doors[i] = pub.place end

-- The nearest pub the guest hasn't been to tonight; after the last one, the round starts over.
local function next_pub(self)
  local pub = nearest(self, doors, self.visited)
  if not pub then
    self.visited = {}
    pub = nearest(self, doors, self.visited)
  end
  self.visited[pub] = true
  self.glass = GLASS
  people.go(self, doors[pub])
end

local function drink(self, dt)
  if not is_there(self) then return end
  self.glass = self.glass - dt
  if self.glass > 0 then return end
  self.drunk = math.min(1, self.drunk + self.world.settings.strength)
  next_pub(self)
end

local function rest(self, dt)
  if is_there(self) then self.fatigue = math.max(0, self.fatigue - dt / REST) end
end

local walk = people.walk "guest"

local evening = drover.utility.best {
  speed = "tempo",
  inertia = 0.3, -- whoever sits down stays for a while
  options = {
    drinking = { score = function(self) return 1 - self.drunk end, enter = next_pub, step = drink, steer = walk },
    resting = {
      score = function(self) return self.fatigue end,
      enter = function(self) people.go(self, street.BENCHES[nearest(self, street.BENCHES, {})]) end,
      step = rest,
      steer = walk,
    },
    going_home = {
      score = function(self) return self.drunk end,
      enter = function(self) people.go(self, self.home) end,
      step = function(self) return is_there(self) and "asleep" or nil end,
      steer = walk,
    },
  },
}

return drover.kind("guest", {
  model = people.model,
  body = people.body,
  reflexes = people.reflexes,
  sight = { range = 15, angle = math.rad(200), occluded = true },
  look = { shape = "person", size = 1.1 },
  slots = people.slots,
  memory = { home = drover.none, visited = {}, glass = 0 },

  step = function(self, dt)
    people.keep_tempo(self)
    local effort = (1 + self.laden) * self.speed / math.max(self.pace, 0.1)
    self.fatigue = math.min(1, self.fatigue + effort * dt / TIRED)
  end,

  -- How drunk, as a ring that closes.
  draw = function(self, draw)
    draw.arc(self.x, self.y, 0.9, math.pi / 2, math.pi / 2 + 2 * math.pi * self.drunk, { color = "gold", width = 3 })
  end,

  initial = "evening",
  states = {
    evening = evening,
    asleep = {
      speed = 0,
      on = { { when.after(NIGHT), "evening" } },
      leave = function(self)
        self.drunk, self.fatigue, self.visited = 0, 0, {}
      end,
    },
  },
})
