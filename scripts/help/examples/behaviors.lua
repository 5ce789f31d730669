local drover = require "drover"
local steer, blend = drover.steer, drover.blend

-- @example steer, behavior, target, kinds
local head_for = blend.weighted {
  steer.seek { target = "goal", keep_speed = true }, -- through it
  -- and stop there
  steer.arrival { target = "goal", slowing_distance = 8 },
  -- with a heading
  steer.docking {
    target = "berth", heading = 0, speed = 0.5, approach = 4,
  },
  steer.target_speed { speed = 2 },
}
-- @end

-- @example steer, quantity, slot_name
local meet_and_avoid = blend.weighted {
  steer.pursuit { target = "other", horizon = 3 }, -- where it will be
  -- beside it
  steer.offset_pursuit { target = "other", offset = { -2, 1 } },
  steer.flee { target = "other", radius = 20 },
  steer.evasion { target = "other", horizon = 2, radius = 20, jink = 0.5 },
  steer.shadow { target = "other", radius = 10 },
  steer.hide { target = "other" },
  steer.interpose { a = "other", b = "friend" }, -- between the two
}
-- @end

-- @example steer
local roam = blend.weighted {
  steer.wander { strength = 0.5 },
  steer.noise_wander { strength = 0.5 },
  steer.explore {},
  steer.forage { kind = "walker", radius = 30 },
}
-- @end

-- @example steer
local past_things = blend.weighted {
  steer.obstacle_avoidance { horizon = 1.5 },
  steer.ray_avoidance { rays = 5, length = 6 },
  steer.wall_following { distance = 2 },
  steer.containment { horizon = 1 },
}
-- @end

-- @example steer
local past_others = blend.weighted {
  steer.unaligned_avoidance { horizon = 3 },
  steer.predictive_avoidance { horizon = 3 },
  steer.reciprocal_avoidance { target = "goal", horizon = 2 },
  steer.people_avoidance {},
  steer.queueing { target = "goal" },
}
-- @end

-- @example steer, setting
local flock = blend.weighted {
  { steer.separation { kind = "walker", radius = 2 }, 1.5 },
  { steer.alignment { kind = "walker", radius = 6 }, 1 },
  {
    steer.cohesion { kind = "walker", radius = 8, angle = math.rad(270) },
    drover.setting "sociable",
  },
}
-- eight times the default weights, after OpenSteer: it turns harder
local flock_in_one = steer.flocking {
  kind = "walker",
  separation = { weight = 12, radius = 3, angle = math.rad(270) },
  alignment = { weight = 8, radius = 8, angle = math.rad(90) },
  cohesion = { weight = 8, radius = 9, angle = math.rad(180) },
}
local follow = blend.sum {
  steer.leader_following { leader = "other", offset = 2 },
  steer.walk_along { partner = "friend", distance = 1 },
}
-- @end

-- @example steer
local along = blend.weighted {
  steer.path_following { path = "way", direction = 1, horizon = 0.5 },
  steer.crowd_path_following { path = "way", kind = "walker", radius = 2 },
  steer.flow_following { flow = "wind" },
  steer.climb { field = "scent" },
}
-- @end

-- @example steer
local own = steer.custom(function(self)
  return -self.y, self.x, 0 -- m/s: circle about the origin
end)
-- @end

drover.field("scent", { evaporation = 0.1 })
drover.flow("breeze", { field = function(x, y) return -y / 10, x / 10 end, resolution = 5 })

local kinds, walker = {}, {
  body = { max_speed = 4 },
  slots = { goal = "point", berth = "pose", other = "agent", friend = "agent", way = "path", wind = "flow" },
}
local steerings = {
  walker = head_for, meeter = meet_and_avoid, roamer = roam, threader = past_things, passer = past_others,
  bird = flock, boid = flock_in_one, follower = follow, tracker = along, spinner = own,
}
for name, steering in pairs(steerings) do
  kinds[#kinds + 1] = drover.kind(name, { body = walker.body, slots = walker.slots, steer = steering })
end

return drover.scenario {
  kinds = kinds,
  settings = { drover.slider("sociable", 1, { min = 0, max = 3 }) },
  setup = function(world)
    world:obstacle { sphere = { x = 10, y = 0, radius = 3 } }
    local way = world:path { points = { { -30, -30 }, { 0, 0 }, { 30, -30 } } }
    local first = world:spawn("walker", { goal = { 20, 20 } })
    for name in pairs(steerings) do
      world:scatter(name, 4, {
        goal = { 20, 20 }, berth = { x = 0, y = 20, heading = 0 }, other = first, friend = first, way = way,
        wind = world:flow("breeze"),
      })
    end
  end,
}
