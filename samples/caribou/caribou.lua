-- A caribou: it grazes near the lead cow, gets startled, flees with the herd, and comes back to her.
--
--     grazing ──sees a wolf, hears an alarm──▶ startled ──a heartbeat later──▶ fleeing
--        ▲                                                                        │
--        └──near the lead cow── catching_up ◀──the threat is far, or rests────────┘
--
-- No Lua runs every tick here: guards and blends are declared once and run in C.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

-- All caribou are in one group; its leader is the lead cow. The group holds an election when it has no leader: after
-- setup, and when she is gone. "group.leader" and "group.refuge" are targets for the guards and behaviors below.
drover.group("herd", {
  slots = { refuge = "point" }, -- where the herd runs to
  elect = function(herd)
    local oldest
    for caribou in herd:members() do
      if not oldest or caribou.age > oldest.age then oldest = caribou end
    end
    return oldest
  end,
})

-- Whoever is placed later, by a script or with the mouse, joins the herd.
local function herd_of(world)
  for other in world:agents("caribou") do
    if other.group then return other.group end
  end
  return world:new_group "herd"
end

local PASTURES = { { 35, 30 }, { 35, 90 }, { 165, 35 }, { 150, 90 } }

-- What the lead cow knows and the others don't: a pasture some distance away, and not past the wolf.
local function choose_refuge(self)
  local best, most
  for _, pasture in ipairs(PASTURES) do
    local way = self:distance(pasture)
    local worth = (self.threat and self.threat:distance(pasture) or 0) - way / 2
    if way > 45 and (not best or worth > most) then best, most = pasture, worth end
  end
  return best
end

local function lead_on(self)
  if self.group.leader == self then self.group.refuge = choose_refuge(self) end
end

-- Behaviors may be shared between blends.
local dodge = steer.obstacle_avoidance { horizon = 0.8, clearance = 0.3 }
local stay_inside = steer.containment { horizon = 1 }
local keep_apart = steer.separation { radius = 3 } -- from anyone, center to center; a body is 1.6 m wide
local shun = steer.flee { target = "threat", radius = 20 } -- nothing to do (zero) while the threat is farther away

-- What spooks a caribou. Guards combine with & | ~ and are tested from left to right, so `is` looks at the wolf that
-- `sees` or `hears` has just put into the slot. Without it, an alarm would echo through the herd forever.
local hunts = when.is("threat", "running")
local sees_hunter = when.sees("wolf", { within = 40, as = "threat" }) & hunts
  | when.sees("wolf", { within = 12, as = "threat" }) & ~when.is("threat", "resting")
local hears_alarm = when.hears("alarm", { as = "threat" }) & hunts
local is_safe = when.far("threat", 45) | ~hunts

return drover.kind("caribou", {
  body = {
    mass = 120, radius = 0.8, max_speed = 14, max_force = 1800, response = 0.3, locomotion = "point_mass",
    solid = "agents",
  },
  sight = { range = 40, angle = math.rad(300), occluded = true }, -- trees hide wolves
  look = { shape = "hoofed", color = "tan", size = 3 },
  slots = { threat = "agent" },
  memory = { age = 0 },

  init = function(self)
    self.age = 15 * self:random()
    self.group = self.group or herd_of(self.world)
  end,

  initial = "grazing",
  states = {
    grazing = {
      speed = 0.8,
      steer = blend.weighted {
        { dodge, 12 },
        { stay_inside, 2 },
        steer.wander { strength = 0.6 },
        { steer.cohesion { kind = "caribou", radius = 15 }, drover.setting "sociable" },
        { keep_apart, 6 },
        { shun, 2 },
      },
      on = {
        { sees_hunter, "startled" },
        { hears_alarm, "startled" },
        { when.far("group.leader", 30), "catching_up" },
      },
    },

    -- Head up, frozen. Because this takes a moment, the alarm runs through the herd as a wave.
    startled = {
      speed = 0,
      on = { { when.after(0.25), "fleeing" } },
    },

    fleeing = {
      enter = function(self)
        self:emit("alarm", 20, self.threat)
        lead_on(self)
      end,
      -- Trees weigh the most, then room for the body. The other behaviors choose where to run.
      steer = blend.weighted {
        { dodge, 15 },
        { stay_inside, 4 },
        { steer.evasion { target = "threat", horizon = 2, radius = 25 }, 1.5 },
        steer.seek { target = "group.refuge" },
        { steer.flocking { kind = "caribou", state = "fleeing", separation = { weight = 1.5, radius = 4 } }, 0.5 },
        { keep_apart, 6 },
      },
      on = {
        sees_hunter, -- a guard alone switches nothing, but its slot follows the nearest wolf
        { when.near("group.refuge", 15), lead_on }, -- a function may decide instead; nil: try the next guard
        { when.after(3) & is_safe, "catching_up" },
      },
    },

    catching_up = {
      speed = 4,
      steer = blend.weighted {
        { dodge, 15 },
        { stay_inside, 2 },
        { shun, 2 },
        steer.leader_following { leader = "group.leader", offset = 6, slowing_distance = 10, radius = 3 },
        { keep_apart, 6 },
      },
      on = {
        { sees_hunter, "startled" },
        { hears_alarm, "startled" },
        { when.near("group.leader", 15) | when.after(8), "grazing" },
      },
    },
  },
})
