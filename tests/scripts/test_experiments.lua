-- What Popelová and Gemrot (Steering Behaviors, 2015) show of steering behaviors, and what Reich (An Architecture for
-- Behavioral Locomotion, 1997) of two who pass, as scenarios with a stated outcome.
-- Usage: lua5.4 test_experiments.lua DROVER

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local unit = require "luaunit"
local scenario = require "scenario"
scenario.program = table.remove(arg, 1)

local function numbers(lines)
  local list = {}
  for i, line in ipairs(lines) do
    list[i] = assert(tonumber(line), line)
  end
  return list
end

-- A walker of 0.3 m with a pole of 5 cm on its way, 25 cm beside its middle; %s is how it sees the pole. At the end it
-- tells how near it came to touching it, in meters. The walker is not solid, so only its steering keeps it off.
local POLE = [[
local walker = drover.kind("walker", {
  body = { mass = 70, radius = 0.3, max_speed = 1.5, max_force = 350, solid = false },
  steer = blend.weighted { { %s, 3 }, steer.seek { target = { 20, 0 } } },
})
local nearest = 1e9
return drover.scenario {
  kinds = { walker },
  setup = function(world)
    world:obstacle { sphere = { x = 10, y = 0.25, radius = 0.05 } }
    world:spawn("walker", { x = 0, y = 0, speed = 1.5 })
  end,
  update = function(world)
    for self in world:agents() do
      nearest = math.min(nearest, self:distance(10, 0.25) - 0.35)
    end
    if world.tick == 599 then print(nearest) end
  end,
}
]]

local function gap_at_the_pole(behavior) return numbers(scenario.run(POLE:format(behavior), 600))[1] end

local TestPole = {}

function TestPole.test_passes_between_few_rays()
  unit.assertTrue(gap_at_the_pole("steer.ray_avoidance { rays = 3, length = 5, angle = 1.57 }") < 0)
end

function TestPole.test_is_hit_by_many_rays()
  unit.assertTrue(gap_at_the_pole("steer.ray_avoidance { rays = 31, length = 5, angle = 1.57 }") > 0)
end

function TestPole.test_stands_in_the_cylinder_ahead()
  unit.assertTrue(gap_at_the_pole("steer.obstacle_avoidance { horizon = 2 }") > 0)
end

-- A U of walls that opens toward the walker, with the goal behind it; %s steers. Told are the distance to the goal
-- after two minutes and whether it is still inside the U.
local TRAP = [[
local walker = drover.kind("walker", {
  body = { mass = 70, radius = 0.3, max_speed = 1.5, max_force = 350 },
  slots = { way = "path" },
  steer = %s,
})
return drover.scenario {
  kinds = { walker }, seed = %d,
  setup = function(world)
    for _, wall in ipairs { { 6, -5, 12, -5 }, { 12, -5, 12, 5 }, { 12, 5, 6, 5 } } do
      world:obstacle { wall = { from = { wall[1], wall[2] }, to = { wall[3], wall[4] } } }
    end
    local start, goal = { 0, world:random() - 0.5 }, { 20, 0 }
    local way = assert(world:plan(start, goal, { clearance = 0.4 }))
    world:spawn("walker", { x = start[1], y = start[2], speed = 1.5, way = way })
  end,
  update = function(world)
    if world.tick ~= 7199 then return end
    for self in world:agents() do
      print(self:distance(20, 0))
      print(self.x < 12 and math.abs(self.y) < 5 and 1 or 0)
    end
  end,
}
]]

local function walks(steering, seed) return table.unpack(numbers(scenario.run(TRAP:format(steering, seed), 7200))) end

local TestTrap = {}

function TestTrap.test_holds_who_only_looks_ahead()
  for seed = 1, 3 do
    local distance, is_inside = walks(
      "blend.priority { steer.obstacle_avoidance { horizon = 1 }, steer.arrival { target = { 20, 0 } } }", seed)
    unit.assertTrue(distance > 8)
    unit.assertEquals(is_inside, 1)
  end
end

function TestTrap.test_frees_who_has_a_way()
  for seed = 1, 3 do
    local distance = walks(
      "blend.priority { steer.obstacle_avoidance { horizon = 0.2 }, steer.path_following { path = 'way' } }", seed)
    unit.assertTrue(distance < 1)
  end
end

-- A town of blocks between the walker and the goal; %s steers. Told is for how long, in seconds, it was in the street,
-- further than 2.5 m from every wall, and the distance to the goal after two minutes.
local TOWN = [[
local BLOCK, STREET = 20, 12
local walker = drover.kind("walker", {
  body = { mass = 70, radius = 0.3, max_speed = 1.5, max_force = 350 },
  steer = %s,
})
local blocks, on_the_street = {}, 0
return drover.scenario {
  kinds = { walker },
  bounds = { min = { -20, -20 }, max = { 120, 120 } },
  setup = function(world)
    for row = 0, 2 do
      for column = 0, 2 do
        local x, y = column * (BLOCK + STREET) + BLOCK / 2, row * (BLOCK + STREET) + BLOCK / 2
        world:obstacle { box = { x = x, y = y, w = BLOCK, d = BLOCK } }
        blocks[#blocks + 1] = { x, y }
      end
    end
    world:spawn("walker", { x = 21.2, y = -1, heading = math.pi / 2, speed = 1.5 })
  end,
  update = function(world, dt)
    for self in world:agents() do
      local nearest = math.huge
      for _, block in ipairs(blocks) do
        local dx = math.max(0, math.abs(self.x - block[1]) - BLOCK / 2)
        local dy = math.max(0, math.abs(self.y - block[2]) - BLOCK / 2)
        nearest = math.min(nearest, math.sqrt(dx * dx + dy * dy))
      end
      if nearest > 2.5 and self:distance(26, 90) > 3 then on_the_street = on_the_street + dt end
      if world.tick == 7199 then
        print(on_the_street)
        print(self:distance(26, 90))
      end
    end
  end,
}
]]

local function crosses_town(behaviors)
  local parts = "{ steer.obstacle_avoidance { horizon = 1.5 }, 3 }, steer.arrival { target = { 26, 90 } }"
  return table.unpack(numbers(scenario.run(TOWN:format("blend.weighted { " .. parts .. behaviors .. " }"), 7200)))
end

local TestTown = {}

function TestTown.test_wall_following_keeps_to_the_sidewalk()
  local street, to_the_goal = crosses_town("")
  local with_walls, to_the_goal_along_walls = crosses_town(
    ", { steer.wall_following { distance = 1.2, radius = 5 }, 0.5 }")
  unit.assertTrue(to_the_goal < 1)
  unit.assertTrue(to_the_goal_along_walls < 1)
  unit.assertTrue(with_walls < street)
end

-- A quick walker along x, and a slow one along y from so far below the crossing that it gets there later; both prefetch
-- others. Told are how far the quick one bears to the left and to the right before the crossing, the least
-- speed of the slow one there, how near their bodies come, and how far they are from their goals in the end.
local PASSING = [[
local stress = drover.stress
local walker = drover.kind("walker", {
  body = { radius = 0.25, max_speed = "pace", locomotion = "legged", stride = 0.7, turn = 0.6, stand_still = false },
  slots = { goal = "point", pace = "number" },
  stress = {
    { stress.attract { target = "goal", distance_power = 0.5, angle_scale = 0.3 }, 3 },
    { stress.predictive_avoid { kind = "walker", horizon = 3 }, %g },
    { stress.inertia(), 0.3 },
  },
})
local quick, slow
local left, right, speed, gap = 0, 0, 9, 9
return drover.scenario {
  kinds = { walker },
  setup = function(world)
    quick = world:spawn("walker", { x = -10, pace = 1.6, goal = { 12, 0 } })
    slow = world:spawn("walker", { y = -%g, heading = math.pi / 2, pace = 1.2, goal = { 0, 14 } })
  end,
  update = function(world)
    if world.tick > 120 and slow.y < 2 then speed = math.min(speed, slow.speed) end
    if quick.x < 5 then left, right = math.max(left, quick.y), math.max(right, -quick.y) end
    gap = math.min(gap, quick:distance(slow) - 0.5)
    if world.tick == 1500 then
      for _, told in ipairs { left, right, speed, gap, quick:distance(12, 0), slow:distance(0, 14) } do print(told) end
    end
  end,
}
]]

local TestPassing = {}

function TestPassing.test_one_slows_and_the_other_bears_left()
  for _, start in ipairs { 8, 8.5, 9 } do
    for _, weight in ipairs { 0.3, 1 } do
      local told = numbers(scenario.run(PASSING:format(weight, start), 1501))
      local left, right, speed, gap, to_goal, to_other_goal = table.unpack(told)
      unit.assertTrue(left > 0.25) -- its radius
      unit.assertEquals(right, 0)
      unit.assertTrue(speed < 0.9 * 1.2)
      unit.assertTrue(gap > 0)
      unit.assertTrue(to_goal < 1 and to_other_goal < 1)
    end
  end
end

function TestPassing.test_who_foresees_nothing_goes_straight_on()
  local told = numbers(scenario.run(PASSING:format(0, 9), 1501))
  unit.assertEquals(told[1], 0)
  unit.assertEquals(told[2], 0)
  unit.assertAlmostEquals(told[3], 1.2, 0.01)
end

os.exit(unit.LuaUnit.new():runSuiteByInstances({
  { "pole", TestPole }, { "trap", TestTrap }, { "town", TestTown },
  { "passing", TestPassing },
}))
