-- Plans, and lets agents find their ways, in the place that the module `scene` describes. Prints how each plan ended.
-- What is refused must give a reason.
local drover = require "drover"
local pedestrian = require "pedestrian"
local scene = require "scene"
local steer = drover.steer

local PEOPLE = 12

drover.terrain("mud", { weight = 2, speed = 0.5 })

local slots = { goal = "point", stream = "flow" }
local ways = {
  drover.kind("walker", { body = pedestrian.body, slots = slots, steer = pedestrian.walk { target = "goal" } }),
  drover.kind("visitor", {
    body = pedestrian.body, slots = slots, steer = pedestrian.crowd { target = "goal", clearance = scene.clearance },
  }),
  drover.kind("rover", {
    slots = slots,
    steer = steer.wayfinding { target = "goal", clearance = scene.clearance, resolution = scene.resolution },
  }),
  drover.kind("swimmer", {
    body = pedestrian.body, slots = slots,
    steer = pedestrian.walk { prefer = steer.flow_following { flow = "stream", direction_only = true } },
  }),
}

-- The reason why a call made nothing; "found" if it made something.
local function reason_of(works, made, reason)
  if not works then reason = made end
  if works and made then return "found" end
  assert(type(reason) == "string" and reason ~= "", "refused without a reason")
  return (reason:gsub("^[%w_]+%.lua:%d+: ", ""))
end

local function make(method, def)
  reason_of(pcall(method, def))
end

local function plan(world, start, goal)
  local works, way, reason = pcall(world.plan, world, scene.starts[start], goal, {
    clearance = scene.clearance, resolution = scene.resolution,
    kind = start % 2 == 0 and "walker" or nil, avoid = start % 3 == 0 and {
      { kind = "rover", radius = scene.resolution * 4, cost = 3 },
    } or nil,
  })
  print("plan " .. start .. " " .. reason_of(works, way, reason))
  if works and way then
    local x, y, z = way:point(way.length)
    for _, number in ipairs { way.length, x, y, z } do assert(number - number == 0, "not finite") end
    way:remove()
  end
end

local function flow_to(world)
  local works, stream, reason = pcall(world.flow_to, world, scene.goals, {
    clearance = scene.clearance, resolution = scene.resolution, density = 0.5,
  })
  print("flow " .. reason_of(works, stream, reason))
  return works and stream or nil
end

return drover.scenario {
  title = "Plans", space = scene.space, tick_rate = 10, kinds = ways,
  bounds = { min = scene.min, max = scene.max, edge = scene.edge },
  setup = function(world)
    for _, obstacle in ipairs(scene.obstacles) do
      obstacle.shape.hollow = obstacle.hollow or nil
      obstacle.shape.blocks = obstacle.lets_pass and { planning = false } or nil
      make(function(def) return world:obstacle(def) end, obstacle.shape)
    end
    for _, region in ipairs(scene.regions) do
      make(function(def) return world:region(def) end,
        { shape = region.shape, speed = region.speed, terrain = "mud" })
    end
    local stream = scene.space == "plane" and flow_to(world) or nil
    for i = 1, math.min(PEOPLE, #scene.starts) do
      local kind = ways[1 + i % #ways]
      local place = scene.starts[i]
      make(function(def) return world:spawn(kind, def) end,
        { x = place[1], y = place[2], z = scene.space == "volume" and place[3] or nil,
          goal = scene.goals[1 + i % #scene.goals], stream = stream })
    end
    local per_goal = #scene.starts // #scene.goals
    for i = 1, #scene.starts do plan(world, i, scene.goals[1 + (i - 1) // per_goal]) end
  end,
}
