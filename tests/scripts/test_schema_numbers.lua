-- Numbers of schemas from slots, slots of groups, and settings.
-- Usage: lua5.4 test_schema_numbers.lua DROVER

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local unit = require "luaunit"
local scenario = require "scenario"
scenario.program = table.remove(arg, 1)
local run = scenario.run

-- An agent at the origin that faces along x; %s are the schema, the settings, more at its spawning and in `update`.
local ONE = [[
local pack = drover.group("pack", { slots = { pace = "number" } })
local a = drover.kind("a", {
  slots = { n = "number", goal = "point", other = "agent" }, memory = { kept = 1 }, body = { max_speed = 2 },
  initial = "go",
  states = {
    go = %s,
    done = { enter = function(self)
      print("done", self.world.tick, ("%%.3f"):format(self.heading), ("%%.2f"):format(self.x))
    end },
    failed = { enter = function(self) print("failed", self.world.tick, self.schema.reason) end },
  },
})
local b = drover.kind("b", { body = { max_speed = 1 }, steer = steer.seek { target = { 500, 0 } } })
return drover.scenario {
  kinds = { a, b }, settings = { %s },
  setup = function(world)
    world.memory.one = world:spawn("a", { %s })
    world.memory.pack = world:new_group("pack")
  end,
  update = function(world) local one = world.memory.one; %s end,
}
]]

local function one(def, settings, spawn, update)
  local lines = {}
  for _, line in ipairs(run(ONE:format(def, settings or "", spawn or "", update or ""), 900)) do
    -- Cases leave slots empty, which warnings say.
    if not line:find("drover: warning: ", 1, true) then lines[#lines + 1] = line end
  end
  return lines
end

local function turn(number, settings, spawn, update)
  local lines = one(('schema.turning { %s, done = "done" }'):format(number), settings, spawn, update)
  return tonumber(lines[1]:match("^done\t%d+\t(%S+)")), tonumber(lines[1]:match("^done\t(%d+)")), lines[1]
end

local TestSources = {}

function TestSources.test_a_slot()
  unit.assertAlmostEquals(turn('heading = "n"', "", "n = -2"), -2, 1e-3)
  unit.assertAlmostEquals(turn('angle = "n"', "", "n = 1.25"), 1.25, 1e-3)
end

function TestSources.test_a_setting()
  unit.assertAlmostEquals(turn('heading = drover.setting "where"', 'drover.slider("where", 1.5)'), 1.5, 1e-3)
end

function TestSources.test_a_slot_of_a_group()
  local heading, ticks = turn('heading = 2, rate = "group.pace"', "", "", [[
    if world.tick == 0 then one.group = world.memory.pack; one.group.pace = 0.5 end]])
  unit.assertAlmostEquals(heading, 2, 1e-3)
  unit.assertAlmostEquals(ticks, 240, 2) -- 2 rad at 0.5 rad/s
end

function TestSources.test_an_empty_slot_gives_the_default()
  local _, ticks = turn('heading = 2, rate = "n"')
  local _, without = turn("heading = 2")
  unit.assertEquals(ticks, without)
  unit.assertAlmostEquals(turn('heading = "n"', "", "heading = 0.5"), 0.5, 1e-3) -- it has no heading to take
end

function TestSources.test_it_is_read_while_the_schema_runs()
  local _, ticks = turn('heading = 2, rate = "n"', "", "n = 0.5", "if world.tick == 120 then one.n = 1 end")
  unit.assertAlmostEquals(ticks, 180, 2) -- the first radian takes 2 s, the second one 1 s
end

function TestSources.test_what_is_below_the_range_is_raised_to_it()
  unit.assertStrMatches(one('schema.exit { target = "goal", distance = "n", done = "done" }', "",
    "n = -5, goal = { 0, 0 }")[1], "done\t.*")
  -- A turn has to end, or nothing could interrupt it any more.
  local _, _, line = turn('angle = 0.01, rate = drover.setting "rate"',
    'drover.slider("rate", -1, { min = -1, max = 1 })')
  unit.assertStrMatches(line, "done\t599\t0.010\t.*") -- 10 s at 0.001 rad/s
end

local TestEverywhere = {}

function TestEverywhere.test_distance()
  for _, name in ipairs { "attraction", "locomotion", "path" } do
    local line = one(('schema.%s { target = "goal", distance = "n", done = "done" }'):format(name), "",
      "n = 4, goal = { 10, 0 }")[1]
    local x = tonumber(line:match("(%S+)$"))
    -- A path is followed to within a meter of its end before its distance counts.
    unit.assertTrue(x >= (name == "path" and 8.9 or 5.9) and x < 9.2, name .. ": " .. line)
  end
end

function TestEverywhere.test_give_up_and_extrapolate()
  -- Mist hides the other one after a second.
  local function ticks(def, number)
    local lines = one(('schema.chasing { target = "other", turn = false, %s, failed = "failed" }'):format(def),
      'drover.slider("patience", 2, { min = 0, max = 9 })',
      ('n = %s, other = world:spawn("b", { x = 20 })'):format(number),
      "if world.tick == 60 then world.visibility = 5 end")
    return tonumber(lines[1]:match("^failed\t(%d+)\tthe target is lost"))
  end
  unit.assertAlmostEquals(ticks('give_up = "n"', 1), 120, 3)
  unit.assertAlmostEquals(ticks('give_up = drover.setting "patience"', 0), 180, 3)
  -- It is 21 m to where the other one was last seen, at 2 m/s; from there it goes on for n seconds.
  local soon, late = ticks('extrapolate = "n", distance = 0.1', 1), ticks('extrapolate = "n", distance = 0.1', 2)
  unit.assertAlmostEquals(late - soon, 60, 3)
end

function TestEverywhere.test_orbit_turn_plans_and_urgency()
  local lines = one([[schema.locomotion { target = "goal", turn = "n", orbit = { distance = "n", angle = "n" },
    clearance = "n", resolution = drover.setting "fine", done = "done", failed = "failed" }]],
    'drover.slider("fine", 0.5)', "n = 1, goal = { 10, 0 }",
    "if world.tick == 0 then world:obstacle { wall = { from = { 5, -3 }, to = { 5, 3 } } } end")
  unit.assertStrMatches(lines[1], "done\t.*")
  lines = one([[schema.goals {
      { schema.custom { step = function() print("first") return true end }, urgency = "n" },
      { schema.custom { step = function() print("second") return true end }, urgency = drover.setting "u" },
      done = "done" }]], 'drover.slider("u", 0.5)', "n = 0.2")
  unit.assertEquals({ lines[1], lines[2] }, { "second", "first" })
end

local TestMistakes = {}

local function refused(def, message)
  local lines = one(def)
  unit.assertStrContains(lines[1], message)
  unit.assertStrContains(lines[1], ".lua:8: schema.")
end

function TestMistakes.test_names_are_checked_when_the_scenario_loads()
  refused('schema.turning { heading = "m" }', "schema.turning: heading: kind 'a' has no slot 'm'")
  refused('schema.turning { heading = "goal" }', "schema.turning: heading: slot 'goal' holds a point")
  refused('schema.turning { heading = "kept" }', "schema.turning: heading: 'kept' is a memory field")
  refused('schema.turning { heading = drover.setting "x" }', "schema.turning: heading: no setting 'x'")
  refused('schema.turning { heading = "group.pase" }', "schema.turning: heading: no group has a slot 'pase'")
  refused('schema.select { schema.turning { heading = "m" } }', "schema.turning: heading: kind 'a' has no slot 'm'")
  refused('schema.goals { { schema.turning { angle = 1 }, urgency = "m" } }', "schema.goals: [1].urgency: kind 'a'")
  refused('schema.attraction { target = "goal", orbit = { angle = "m" } }', "schema.attraction: orbit.angle: kind")
end

function TestMistakes.test_literals_and_types()
  refused('schema.turning { angle = {} }',
    "schema.turning.angle: a number, a number slot's name or a drover.setting expected, got table")
  refused('schema.turning { angle = 1, rate = 0 }', "schema.turning.rate: 0 is not above 0 rad/s")
  refused('schema.exit { target = "goal", distance = -1 }', "schema.exit.distance: -1 is below 0 m")
  refused('schema.goals { { schema.turning { angle = 1 }, urgency = true } }',
    "schema.goals[1].urgency: a number, a number slot's name, a drover.setting or a function expected, got boolean")
end

os.exit(unit.LuaUnit.new():runSuiteByInstances({
  { "sources", TestSources }, { "everywhere", TestEverywhere }, { "mistakes", TestMistakes },
}))
