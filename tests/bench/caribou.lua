-- The caribou of samples/caribou, in any valley, and with a step in Lua that makes it hungry. What the sample explains
-- is not explained again.
local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

drover.group("herd", {
  slots = { refuge = "point" },
  elect = function(herd)
    local oldest
    for caribou in herd:members() do
      if not oldest or caribou.age > oldest.age then oldest = caribou end
    end
    return oldest
  end,
})

-- From the middle of the valley, in meters.
local PASTURES = { { -65, -30 }, { -65, 30 }, { 65, -25 }, { 50, 30 } }

local function lead_on(self)
  local herd = self.group
  if herd.leader ~= self then return end
  local best, most
  for _, pasture in ipairs(PASTURES) do
    local x, y = self.valley_x + pasture[1], self.valley_y + pasture[2]
    local way = self:distance(x, y)
    local worth = (self.threat and self.threat:distance(x, y) or 0) - way / 2
    if way > 45 and (not best or worth > most) then best, most = drover.vec(x, y), worth end
  end
  herd.refuge = best
end

local dodge = steer.obstacle_avoidance { horizon = 0.8, clearance = 0.3 }
local stay_inside = steer.containment { horizon = 1 }
local keep_apart = steer.separation { kind = "caribou", radius = 5 }
local shun = steer.flee { target = "threat", radius = 20 }

local hunts = when.is("threat", "running")
local sees_hunter = when.sees("wolf", { within = 40, as = "threat" }) & hunts
  | when.sees("wolf", { within = 12, as = "threat" }) & ~when.is("threat", "resting")
local hears_alarm = when.hears("alarm", { as = "threat" }) & hunts
local is_safe = when.far("threat", 45) | ~hunts

return drover.kind("caribou", {
  body = { mass = 120, radius = 0.8, max_speed = 14, max_force = 1800, response = 0.3, locomotion = "point_mass" },
  sight = { range = 40, angle = math.rad(300), occluded = true },
  slots = { threat = "agent" },
  memory = { age = 0, hunger = 0, valley_x = 0, valley_y = 0 },

  init = function(self) self.age = 15 * self:random() end,
  step = function(self, dt) self.hunger = math.min(1, self.hunger + dt / 600 * (self.speed > 2 and 4 or 1)) end,

  initial = "grazing",
  states = {
    grazing = {
      speed = 0.8,
      steer = blend.weighted {
        { dodge, 3 },
        { stay_inside, 2 },
        steer.wander { strength = 0.6 },
        { steer.cohesion { kind = "caribou", radius = 15 }, drover.setting "sociable" },
        { keep_apart, 1.5 },
        { shun, 2 },
      },
      on = {
        { sees_hunter, "startled" },
        { hears_alarm, "startled" },
        { when.far("group.leader", 30), "catching_up" },
      },
    },
    startled = {
      speed = 0,
      on = { { when.after(0.25), "fleeing" } },
    },
    fleeing = {
      enter = function(self)
        self:emit("alarm", 20, self.threat)
        lead_on(self)
      end,
      steer = blend.priority {
        dodge,
        blend.weighted {
          { stay_inside, 4 },
          { steer.evasion { target = "threat", horizon = 2, radius = 25 }, 1.5 },
          steer.seek { target = "group.refuge" },
          { steer.flocking { kind = "caribou", state = "fleeing", separation = { weight = 1.5, radius = 4 } }, 0.5 },
        },
      },
      on = {
        sees_hunter,
        { when.near("group.refuge", 15), lead_on },
        { when.after(3) & is_safe, "catching_up" },
      },
    },
    catching_up = {
      speed = 4,
      steer = blend.priority {
        dodge,
        blend.weighted {
          { stay_inside, 2 },
          { shun, 2 },
          steer.leader_following { leader = "group.leader", offset = 6, slowing_distance = 10, radius = 3 },
        },
      },
      on = {
        { sees_hunter, "startled" },
        { hears_alarm, "startled" },
        { when.near("group.leader", 15) | when.after(8), "grazing" },
      },
    },
  },
})
