-- Behaviors, blends, guards and stresses with parameters out of their whole ranges.
local drover = require "drover"
local dice = require "dice"
local steer, blend, when, stress = drover.steer, drover.blend, drover.when, drover.stress

local longest, widest, latest = { 0, 1e6 }, { 0, 2 * math.pi }, { 0, 600 }
local far = { 0, math.huge }

local function target()
  return dice.one_of("who", "at", "berth", "rock", "zone", "way", "here", "group.quarry", drover.mouse)
end

local function number(range)
  local roll = dice.unit()
  if roll < 0.05 then return "amount" end
  if roll < 0.1 then return drover.setting "level" end
  if range == far then return dice.one_of(0, 5, 1e30, math.huge) end
  return dice.within(range[1], range[2])
end

-- Some of the parameters, by the ranges they have; what is no range is a value that is always given.
local function parameters(ranges)
  local chosen = {}
  for name, range in pairs(ranges) do
    if type(range) ~= "table" then chosen[name] = range
    elseif dice.happens(0.3) then chosen[name] = number(range) end
  end
  return chosen
end

local function neighborhood(more)
  more.radius, more.angle = longest, widest
  if dice.happens(0.5) then more.kind = dice.one_of("walker", "driver", "bird") end
  return parameters(more)
end

local behaviors = {
  function() return steer.alignment(neighborhood {}) end,
  function() return steer.arrival(parameters { target = target(), slowing_distance = longest }) end,
  function() return steer.cohesion(neighborhood {}) end,
  function() return steer.containment(parameters { horizon = latest }) end,
  function() return steer.crowd_path_following(neighborhood { path = "way", direction = { -1, 1 } }) end,
  function() return steer.docking(parameters { target = target(), speed = longest, approach = { 0.01, 1e6 } }) end,
  function() return steer.evasion(parameters { target = target(), horizon = latest, jink = { 0, 10 } }) end,
  function() return steer.explore(parameters { radius = { 0.5, 1e6 }, patience = latest }) end,
  function() return steer.flee(parameters { target = target(), radius = far }) end,
  function() return steer.flocking {} end,
  function() return steer.flow_following(parameters { flow = "wind", horizon = latest }) end,
  function() return steer.forage(parameters { kind = "tree", radius = longest, strength = { 0, 100 } }) end,
  function() return steer.hide(parameters { target = target(), radius = longest, clearance = longest }) end,
  function() return steer.interpose(parameters { a = target(), b = target(), fraction = { 0, 1 } }) end,
  function() return steer.leader_following(parameters { leader = "who", offset = longest, radius = longest }) end,
  function() return steer.noise_wander(parameters { strength = { 0, 100 }, rate = { 0, 100 } }) end,
  function() return steer.obstacle_avoidance(parameters { horizon = latest, clearance = longest }) end,
  function() return steer.offset_pursuit(parameters { target = target(), radius = longest, horizon = latest }) end,
  function() return steer.path_following(parameters { path = "way", horizon = latest }) end,
  function() return steer.people_avoidance(neighborhood {}) end,
  function() return steer.predictive_avoidance(neighborhood { horizon = latest, strength = longest }) end,
  function() return steer.pursuit(parameters { target = target(), horizon = latest, turning = latest }) end,
  function() return steer.queueing(parameters { target = target(), distance = longest, density = longest }) end,
  function() return steer.ray_avoidance(parameters { rays = { 1, 32 }, length = longest, order = { 0, 10 } }) end,
  function() return steer.reciprocal_avoidance(parameters { horizon = { 0.01, 600 }, radius = longest }) end,
  function() return steer.seek { target = target() } end,
  function() return steer.separation(neighborhood {}) end,
  function() return steer.shadow(parameters { target = target(), radius = longest }) end,
  function() return steer.target_speed { speed = dice.within(0, 1e6) } end,
  function() return steer.unaligned_avoidance(neighborhood { horizon = latest }) end,
  function() return steer.walk_along(parameters { partner = "who", distance = longest }) end,
  function() return steer.wall_following(parameters { distance = longest, side = { -1, 1 }, rays = { 0, 32 } }) end,
  function() return steer.wander(parameters { strength = { 0, 100 }, rate = { 0, 100 } }) end,
  function() return steer.custom { function(self) return self.vx * 2, math.sin(self.state_time), 1e30 end } end,
}

local function behavior() return behaviors[dice.whole(1, #behaviors)]() end

local function composition()
  local name = dice.one_of("sum", "priority", "weighted", "normalized", "average", "dither", "rotate", "random",
    "velocity", "allocate", "none", "none")
  if name == "none" then return behavior() end
  if name == "sum" or name == "priority" then return blend[name] { behavior(), behavior(), behavior() } end
  local most = (name == "weighted" or name == "normalized" or name == "allocate") and 1e6 or 1
  local parts = { { behavior(), dice.within(0, most) }, { behavior(), number { 0, most } }, behavior() }
  if name == "allocate" then parts.budget = dice.one_of(nil, 0, 5, 1e30) end
  return blend[name](parts)
end

local guards = {
  function() return when.after(dice.within(0, 3)) end,
  function() return when.arrived("at", { distance = dice.within(0, 50) }) end,
  function() return when.blocked(dice.within(0, 10), { path = "way", as = "rock" }) end,
  function() return when.chance(dice.within(0, 1)) end,
  function() return when.collided("walker", { as = "who" }) end,
  function() return when.every(dice.within(0.001, 1)) end,
  function() return when.far("at", dice.within(0, 1e9)) end,
  function() return when.has "who" end,
  function() return when.hears("noise", { as = "who", at = "at" }) end,
  function() return when.inside "zone" end,
  function() return when.is("who", dice.one_of("calm", "wild")) end,
  function() return when.leads() end,
  function() return when.loses("who", dice.within(0, 2)) end,
  function() return when.lua(function(self) return self.x > 0 end) end,
  function() return when.near("walker", dice.within(0, 100), { as = "who" }) end,
  function() return when.off_path(dice.within(0, 20), { path = "way" }) end,
  function() return when.seen_by("bird", { as = "who" }) end,
  function() return when.sees("driver", { as = "who", at = "at", within = dice.one_of(5, 1e30) }) end,
  function() return when.sees { who = { "driver", "bird" }, within = dice.within(0, 100) } end,
  function() return when.setting("level", 5) end,
  function() return when.stuck(dice.within(0, 2)) end,
}

local function guard()
  local one = guards[dice.whole(1, #guards)]()
  local roll = dice.unit()
  if roll < 0.15 then return one & guards[dice.whole(1, #guards)]() end
  if roll < 0.3 then return one | guards[dice.whole(1, #guards)]() end
  return roll < 0.4 and ~one or one
end

local minds = {
  function() return stress.attract { target = target() } end,
  function() return stress.avoid(parameters { target = target(), distance = longest }) end,
  function() return stress.depth(parameters { sensors = { 1, 36 }, max = { 1, 1e6 } }) end,
  function() return stress.duck {} end,
  function() return stress.follow_steering {} end,
  function() return stress.forward {} end,
  function() return stress.inertia(parameters { drunk = { 0, 1 } }) end,
  function() return stress.predictive_attract { target = "who" } end,
  function() return stress.predictive_avoid(neighborhood {}) end,
  function() return stress.proximity_avoid(parameters { radius = longest }) end,
  function() return stress.terrain(parameters { steps = { 1, 16 }, slope = longest }) end,
}

local function stresses()
  local list = {}
  for i = 1, dice.whole(0, 4) do list[i] = minds[dice.whole(1, #minds)]() end
  return list
end

return { behavior = behavior, composition = composition, guard = guard, stresses = stresses }
