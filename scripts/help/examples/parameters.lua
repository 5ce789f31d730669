-- Every parameter of behaviors and stress behaviors, most with its default value.

local drover = require "drover"
local steer, blend, stress, schema = drover.steer, drover.blend, drover.stress, drover.schema

drover.field("scent", {})

local wants = {
  -- @example steer
  steer.alignment {
    kind = "walker", state = "idle", radius = 5, angle = 2 * math.pi,
    headings = false, min_distance = 1, nearest = 7,
  },
  -- @end
  -- @example steer
  steer.climb {
    field = "scent", direction = 1, distance = 1, angle = 0.6,
  },
  -- @end
  -- @example steer
  steer.cohesion {
    kind = "walker", state = "idle", radius = 5, angle = 2 * math.pi,
    pull = false, min_distance = 1, nearest = 7,
  },
  -- @end
  -- @example steer
  steer.containment { horizon = 1, region = "meadow", path = "way" },
  -- @end
  -- @example steer
  steer.crowd_path_following {
    path = "way", direction = 1, horizon = 0.5, projection = 0,
    regulation = 0, kind = "walker", state = "idle", radius = 2,
    angle = 2 * math.pi,
  },
  -- @end
  -- @example steer
  steer.docking {
    target = "berth", heading = 0, speed = 0, time = 20, approach = 5,
  },
  -- @end
  -- @example steer
  steer.evasion {
    target = "friend", horizon = 10, look_ahead = 0, turning = 0.1,
    radius = 50, jink = 0.3,
  },
  -- @end
  -- @example steer
  steer.explore { radius = 5, patience = 5, region = "meadow" },
  -- @end
  -- @example steer
  steer.flee { target = "goal", radius = 50, keep_speed = false },
  -- @end
  -- @example steer
  steer.flow_following {
    flow = "wind", horizon = 0.5, direction_only = false,
  },
  -- @end
  -- @example steer
  steer.flocking {
    kind = "walker", state = "idle", min_distance = 1, nearest = 7,
    separation = { weight = 12, radius = 3, angle = math.rad(270) },
    alignment = { weight = 8, radius = 8, angle = math.rad(90) },
    cohesion = { weight = 8, radius = 9, angle = math.rad(180) },
  },
  -- @end
  -- @example steer
  steer.forage {
    kind = "walker", state = "idle", radius = 20, strength = 0.5, rate = 2,
  },
  -- @end
  -- @example steer
  steer.hide {
    target = "friend", radius = 30, clearance = 0.5, slowing_distance = 2,
    horizon = 10,
  },
  -- @end
  -- @example steer
  steer.interpose {
    a = "friend", b = "goal", fraction = 0.5, horizon = 10,
    slowing_distance = 2,
  },
  -- @end
  -- @example steer
  steer.leader_following {
    leader = "friend", offset = 2, offset_time = 0, slowing_distance = 2,
    horizon = 1, radius = 2, kind = "walker",
  },
  -- @end
  -- @example steer
  steer.noise_wander { strength = 1, rate = 0.5 },
  -- @end
  -- @example steer
  steer.obstacle_avoidance { horizon = 1.5, clearance = 0, target = "goal" },
  -- @end
  -- @example steer
  steer.offset_pursuit {
    target = "friend", radius = 5, offset = { -2, 1 }, horizon = 10,
    slowing_distance = 2,
  },
  -- @end
  -- @example steer
  steer.path_following {
    path = "way", direction = 1, horizon = 0.5, projection = 0,
    regulation = 0,
  },
  -- @end
  -- @example steer
  steer.people_avoidance {
    kind = "walker", state = "idle", radius = 1.5, angle = 2 * math.pi,
    horizon = 2, clearance = 0.3, ascending = true, circumvention = true,
    acceleration = true, deceleration = true,
    prefer = steer.flow_following { flow = "wind" },
  },
  -- @end
  -- @example steer
  steer.predictive_avoidance {
    kind = "walker", state = "idle", radius = 10, angle = math.rad(200),
    horizon = 4, clearance = 0.5, nearest = 1, middle = 4, farthest = 8,
    strength = 0.5, prefer = steer.seek { target = "goal" },
  },
  -- @end
  -- @example steer
  steer.pursuit {
    target = "friend", horizon = 10, look_ahead = 2, turning = 0,
    constant_bearing = false,
  },
  -- @end
  -- @example steer
  steer.queueing {
    target = "goal", distance = 2, angle = math.rad(90), radius = 1.2,
    density = 1.913, kind = "walker", state = "idle",
    prefer = steer.path_following { path = "way" },
  },
  -- @end
  -- @example steer
  steer.ray_avoidance {
    rays = 5, length = 5, angle = math.rad(90), side_weight = 0.5,
    strength = 1, order = 1,
  },
  -- @end
  -- @example steer
  steer.reciprocal_avoidance {
    target = "goal", slowing_distance = 2, kind = "walker", state = "idle",
    radius = 10, horizon = 5, obstacle_horizon = 1, clearance = 0.2,
    responsibility = 0.5,
  },
  -- @end
  -- @example steer
  steer.reciprocal_avoidance {
    prefer = steer.path_following { path = "way" },
  },
  -- @end
  -- @example steer
  steer.separation {
    kind = "walker", state = "idle", radius = 2, angle = 2 * math.pi,
    min_distance = 1, nearest = 7,
  },
  -- @end
  -- @example steer
  steer.shadow {
    target = "friend", radius = 5, horizon = 10, slowing_distance = 2,
  },
  -- @end
  -- @example steer
  steer.unaligned_avoidance {
    kind = "walker", state = "idle", radius = 10, angle = 2 * math.pi,
    horizon = 3, clearance = 0.5,
  },
  -- @end
  -- @example steer
  steer.walk_along {
    partner = "friend", target = "goal", distance = 1.2,
    slowing_distance = 2,
  },
  -- @end
  -- @example steer
  steer.wall_following {
    distance = 2, side = 1, horizon = 0.5, radius = 10, rays = 0, length = 5,
  },
  steer.wall_following { path = "way", distance = 2 }, -- or along a path
  steer.wall_following { surface = "ground", distance = 2 }, -- or a surface
  -- @end
  -- @example steer
  steer.wander { strength = 0.5, rate = 2 },
  -- @end
}

local minds = {
  -- @example stress
  stress.attract {
    target = "goal", distance = 0, angle = 0, distance_scale = 1,
    distance_power = 1, angle_scale = 1, angle_power = 1,
  },
  -- @end
  -- @example stress
  stress.avoid {
    target = "goal", distance = 3, distance_scale = 1, distance_power = 1,
    angle_scale = 1, angle_power = 1,
  },
  -- @end
  -- @example stress
  stress.depth {
    sensors = 18, angle = math.pi, min = 0, max = 10, bits = 8, bias = 0.1,
    kind = "walker",
  },
  -- @end
  -- @example stress
  stress.duck { height = 1.8, clearance = 0.1, min = 0.5, max = 3 },
  -- @end
  -- @example stress
  stress.gaze_avoid { kind = "walker", rays = 1 },
  -- @end
  -- @example stress
  stress.line_attract {
    path = "way", distance = 1, angle = 2 * math.pi, distance_scale = 1,
    distance_power = 1, angle_scale = 1, angle_power = 1,
    least_angle = math.rad(90),
  },
  stress.line_attract { obstacle = "rock" }, -- or its outline
  -- or a line beside another
  stress.line_attract { from = { 1, -1 }, to = { 1, 1 }, target = "friend" },
  -- @end
  -- @example stress
  stress.line_avoid {
    path = "way", distance = 1, angle = 2 * math.pi, distance_scale = 1,
    distance_power = 1, angle_scale = 1, angle_power = 1,
  },
  stress.line_avoid { obstacle = "rock" }, -- or its outline
  -- or a line beside another
  stress.line_avoid { from = { 1, -1 }, to = { 1, 1 }, target = "friend" },
  -- @end
  -- @example stress
  stress.predictive_avoid {
    kind = "walker", state = "idle", radius = 10, angle = math.rad(200),
    horizon = 2, clearance = 0.2, turn = math.rad(30), accelerate = 0.2,
    brake = 0.2, left = 0.2, right = 0.2,
  },
  -- @end
  -- @example stress
  stress.proximity_avoid {
    kind = "walker", state = "idle", radius = 3, angle = math.rad(120),
    agents = true, obstacles = true, distance_scale = 1, distance_power = 1,
    angle_scale = 1, angle_power = 1,
  },
  -- @end
  -- @example stress
  stress.terrain { steps = 3, fading = 0.5, slope = 0 },
  -- @end
}

-- @example blend
local blends = {
  blend.allocate { wants[1], wants[2], budget = 4 }, -- m/s²
  -- also those that want nothing
  blend.average { wants[1], wants[2], all = true },
  blend.velocity { { wants[1], 1 }, wants[2], inertia = 0.5 },
}
-- @end

-- @example schema, schema.*
local errands = {
  schema.attraction {
    target = "berth", heading = 0, rate = 2, orbit = false, distance = 1,
  },
  schema.path {
    target = "goal", clearance = 0.5, resolution = 0.5,
    boundary = { min = { -50, -50 }, max = { 50, 50 } },
  },
  schema.turning { heading = math.pi, direction = "left", follow = false },
  schema.exit { target = "berth", distance = 1, heading = 0 },
  schema.locomotion {
    target = "berth", stationary = true, heading = 0, give_up = 5,
    extrapolate = 2, turn = 1, rate = 2, orbit = { angle = 1 },
    clearance = 0.5, resolution = 0.5,
    boundary = { min = { -50, -50 }, max = { 50, 50 } },
  },
}
-- @end

drover.surface("ground", { plane = {} })
drover.flow("wind", { resolution = 10 })
local slots = {
  goal = "point", berth = "pose", friend = "agent", way = "path", ground = "surface", wind = "flow", meadow = "region",
  rock = "obstacle",
}
local walker = drover.kind("walker", {
  slots = slots,
  initial = "idle",
  states = { idle = { steer = blend.weighted { blend.sum(wants), blend.sum(blends) } } },
})
local stepper = drover.kind("stepper", { body = { locomotion = "legged" }, slots = slots, stress = minds })
-- @example schema.*
local errand_boy = drover.kind("errand_boy", {
  body = { locomotion = "legged" },
  slots = slots,
  states = {
    out = schema.select {
      stress = { stress.inertia {} }, table.unpack(errands),
    },
  },
})
-- @end

return drover.scenario {
  kinds = { walker, stepper, errand_boy },
  space = "volume",
  bounds = { min = { -50, -50, -1 }, max = { 50, 50, 20 }, edge = "contain" },
  setup = function(world)
    local friend = world:spawn("walker", { x = 20, y = 20 })
    local filled = {
      goal = { 20, 0 }, berth = { x = 0, y = 20, heading = 0 }, friend = friend, ground = world:surface("ground"),
      wind = world:flow("wind"), way = world:path { points = { { -30, 0, 0 }, { 30, 0, 0 } } },
      meadow = world:region { shape = { sphere = { x = 0, y = 0, radius = 20 } } },
      rock = world:obstacle { sphere = { x = 10, y = 10, radius = 2 } },
    }
    world:scatter("walker", 4, filled)
    world:scatter("stepper", 2, filled)
    world:scatter("errand_boy", 1, filled)
  end,
}
