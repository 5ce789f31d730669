-- A wolf: it rests, takes its side of the quarry at a trot, runs at it until it is out of breath, and rests again.
--
--     resting ──the pack has a leader──▶ stalking ──near the quarry, or a howl──▶ running
--        ▲                                                                          │
--        └─────────────────── out of breath, or the hunt is over ───────────────────┘
--
-- The leader chooses the quarry for the whole pack, and keeps it in a slot of the pack, "group.quarry".

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local BREATH = 7 -- seconds of running
local REST = 7 -- seconds until it is all back
local RESTED = 0.9 -- the share of it needed to hunt

-- On a hunt, the fittest leads. When nobody is hunting, the last to be rested gets up and starts a hunt. `elect` may
-- look at everything and change nothing; nil means no leader, and the next election is on the next tick.
drover.group("pack", {
  slots = { quarry = "agent" },
  elect = function(pack)
    local fittest, weakest
    for wolf in pack:members() do
      if wolf.state ~= "resting" and (not fittest or wolf.stamina > fittest.stamina) then fittest = wolf end
      if not weakest or wolf.stamina < weakest.stamina then weakest = wolf end
    end
    return fittest or (weakest.stamina >= RESTED and weakest or nil)
  end,
})

-- A wolf that is placed later joins the pack; alone, it is one.
local function pack_of(world)
  for other in world:agents("wolf") do
    if other.group then return other.group end
  end
  return world:new_group "pack"
end

local dodge = steer.obstacle_avoidance { horizon = 0.8, clearance = 0.2 }
local stay_inside = steer.containment { horizon = 0.7 }
local keep_apart = steer.separation { kind = "wolf", radius = 3 }

-- One close by, away from the others.
local function choose_quarry(self)
  local best, least
  for caribou, distance in self:seen("caribou", 90) do
    local worth = distance + 4 * caribou:count("caribou", 8)
    if not best or worth < least then best, least = caribou, worth end
  end
  return best
end

-- Where to go while stalking: next to the quarry, each wolf on its own side.
local function take_side(self)
  local pack = self.group
  if pack.leader == self and not self:sees(pack.quarry) then pack.quarry = choose_quarry(self) end
  self.goal = nil
  if pack.quarry then self:set("goal", pack.quarry:to_world(0, self.side)) end
end

-- A wolf that rests can't lead. The pack elects another, which takes over the quarry, since the slot is the pack's.
local function step_down(self)
  if self.group.leader == self then self.group.leader = nil end
end

-- A guard that leads to a function decides in Lua; nil tries the next guard.
local function lose_quarry(self)
  if self.group.leader == self then return "stalking" end
end

-- A cornered caribou kicks, unless the hunt is for real.
local function reach_quarry(self)
  local quarry = self.group.quarry
  if not quarry then return "resting" end -- guards are tested before anyone acts: another wolf was quicker
  if self.world.settings.deadly then
    quarry:remove() -- every slot that names it reads nil from here on
    self.world:emit("kill", { among = self.group })
  else
    self.stamina = 0
  end
  return "resting"
end

return drover.kind("wolf", {
  body = {
    mass = 40, radius = 0.5, max_speed = 15, max_force = 800, response = 0.2, locomotion = "point_mass",
    solid = "agents",
  },
  sight = { range = 120, angle = math.rad(270) }, -- not occluded: a wolf finds the herd by its scent
  look = { shape = "wolf", color = "white", size = 2.8 },
  slots = { goal = "point", pace = "number" },
  memory = { stamina = 0.6, side = 0 }, -- a share of all its breath; meters to the left of the quarry

  init = function(self) self.group = self.group or pack_of(self.world) end,

  initial = "resting",
  states = {
    resting = {
      speed = 3,
      enter = step_down,
      -- It slips away from the herd, and lies down where it is alone.
      steer = blend.priority {
        dodge,
        stay_inside,
        blend.sum { steer.separation { kind = "caribou", radius = 25 }, keep_apart, steer.target_speed { speed = 0 } },
      },
      step = function(self, dt)
        self.stamina = math.min(1, self.stamina + dt / REST)
        if self.group.leader and self.stamina >= RESTED then return "stalking" end
      end,
    },

    stalking = {
      speed = 8,
      -- priority: the first that has something to do. Without a goal, the pack follows its leader, and the leader,
      -- with nobody to follow, wanders.
      steer = blend.priority {
        dodge,
        stay_inside,
        steer.arrival { target = "goal" },
        steer.leader_following { leader = "group.leader", offset = 4 },
        steer.wander { strength = 0.5 },
      },
      step = take_side,
      on = {
        { when.near("group.quarry", 25), "running" },
        { when.hears "howl", "running" },
      },
    },

    running = {
      speed = "pace", -- a number slot, read by C every tick
      enter = function(self) self.world:emit("howl", { at = self.position, among = self.group }) end,
      steer = blend.priority {
        dodge,
        blend.weighted { { stay_inside, 2 }, { keep_apart, 0.5 }, steer.pursuit { target = "group.quarry" } },
      },
      step = function(self, dt)
        self.stamina = self.stamina - dt / BREATH
        self.pace = 8 + 7 * math.max(0, self.stamina)
        if self.stamina <= 0 then return "resting" end
      end,
      on = {
        { when.hears "kill", "resting" },
        { when.near("group.quarry", 1.8), reach_quarry },
        { when.loses("group.quarry", 1.5), lose_quarry },
      },
    },
  },
})
