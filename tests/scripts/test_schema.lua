-- Schemas in small worlds: what Reich's experiments say of them.
-- Usage: lua5.4 test_schema.lua DROVER

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local unit = require "luaunit"
local scenario = require "scenario"
scenario.program = table.remove(arg, 1)
local run = scenario.run

--- The numbers of a line.
local function numbers(line)
  local list = {}
  for number in line:gmatch("%-?%d+%.?%d*[e%-%d]*") do list[#list + 1] = tonumber(number) end
  return list
end

-- A chaser at the origin that looks along x, and a quarry ahead that walks along y; %s is what is said of the chase.
local CHASE = [[
local quarry = drover.kind("quarry", { body = { max_speed = 2 }, steer = steer.seek { target = { 12, 500 } } })
local chaser = drover.kind("chaser", {
  slots = { quarry = "agent" }, memory = { phases = "" }, body = { max_speed = 4, radius = 0.5 },
  initial = "chase",
  states = {
    chase = schema.chasing { target = "quarry", turn = false, %s done = "caught", failed = "lost" },
    caught = { enter = function(self) print("caught", self.schema.outcome) end },
    lost = { enter = function(self) print("lost", self.schema.reason) end },
  },
  step = function(self)
    local own = self.schema.own
    if own and own.phase and not self.phases:find(own.phase .. " ", 1, true) then
      self.phases = self.phases .. own.phase .. " "
      if own.phase == "extrapolate" then
        local x, y = self:get("schema_place")
        print(("%%.3f m from where it was seen, %%.3f %%.3f on"):format(
          self:distance(own.x, own.y), x - own.x, y - own.y))
      end
    end
  end,
})
return drover.scenario { kinds = { quarry, chaser }, setup = function(world)
    local prey = world:spawn("quarry", { x = 12, y = 0, heading = math.pi / 2, speed = 2 })
    world.memory.chaser = world:spawn("chaser", { x = 0, quarry = prey })
  end,
  update = function(world)
    %s
    if world.tick == 900 then print(world.memory.chaser.phases) end
  end }
]]

local TestChasing = {}

function TestChasing.test_catches_what_it_sees()
  local lines = run(CHASE:format("", ""), 901)
  unit.assertEquals(lines, { "caught\tdone", "chase " })
end

-- From the second second on there is mist: nobody sees further than 2 m.
local MIST = "if world.tick == 60 then world.visibility = 2 end"

function TestChasing.test_goes_to_the_last_known_place_and_extrapolates()
  local lines = run(CHASE:format("", MIST), 901)
  unit.assertEquals(#lines, 3)
  local place = numbers(lines[1])
  unit.assertTrue(place[1] <= 1) -- as near as its reach
  unit.assertEquals({ place[2], place[3] }, { 0, 6 }) -- 3 s at 2 m/s along y
  unit.assertEquals(lines[2], "lost\tthe target is lost")
  unit.assertEquals(lines[3], "chase search extrapolate ")
end

function TestChasing.test_sees_it_again_while_it_extrapolates()
  local clears = MIST .. ' if world.memory.chaser.phases:find("extrapolate") then world.visibility = 50 end'
  local lines = run(CHASE:format("", clears), 901)
  unit.assertEquals({ lines[2], lines[3] }, { "caught\tdone", "chase search extrapolate " })
end

function TestChasing.test_extrapolation_may_be_turned_off()
  local lines = run(CHASE:format("extrapolate = false,", MIST), 901)
  unit.assertEquals(lines, { "lost\tthe target is lost", "chase search " })
end

function TestChasing.test_gives_up()
  -- It has seen nobody since tick 60; the place where it was is 12 m away, 3 s at 4 m/s.
  local when_lost = MIST .. ' if world.memory.chaser.state == "lost" and not world.memory.told then'
    .. " world.memory.told = true print(world.tick) end"
  local lines = run(CHASE:format("give_up = 1,", when_lost), 901)
  unit.assertEquals(lines[1], "lost\tthe target is lost")
  unit.assertAlmostEquals(tonumber(lines[2]), 60 + 60 + 1, 2)
  unit.assertEquals(lines[3], "chase search ")
end

function TestChasing.test_fails_unseen_at_the_start()
  local lines = run([[
    local a = drover.kind("a", { slots = { quarry = "agent" }, sight = { occluded = true }, initial = "chase",
      states = {
        chase = schema.chasing { target = "quarry", done = "ended", failed = "ended" },
        ended = { enter = function(self)
          print(self.world.tick, self.x, self.schema.outcome, self.schema.reason)
        end } } })
    return drover.scenario { kinds = { a }, setup = function(world)
      world:obstacle { wall = { from = { 5, -5 }, to = { 5, 5 } } }
      local far = world:spawn("a", { x = 10 })
      world:spawn("a", { x = 0, quarry = far })
    end }]], 2)
  unit.assertEquals(lines, { "0\t10.0\tfailed\tthere is no target", "0\t0.0\tfailed\tthe target is not in sight" })
end

local TestTurning = {}

--- Ticks and heading when a turn from a heading is over, and the least and greatest cosine of the heading on the way.
local function turn(from, def)
  local lines = run(([[
    local a = drover.kind("a", { slots = { there = "point" }, memory = { least = 1 }, initial = "turn", states = {
      turn = schema.turning { %s, rate = 1, done = "done" },
      done = { enter = function(self) print(self.world.tick, self.heading, self.least, self.x) end } },
      step = function(self) self.least = math.min(self.least, math.cos(self.heading)) end })
    return drover.scenario { kinds = { a },
      setup = function(world) world:spawn("a", { heading = %s, there = { 0, 5 } }) end }
  ]]):format(def, from), 600)
  unit.assertEquals(#lines, 1, lines[1])
  return table.unpack(numbers(lines[1]))
end

function TestTurning.test_takes_the_shorter_way()
  -- From 3 to −3 over π: 2π − 6 = 0.2832 rad at 1 rad/s are 17 ticks.
  local ticks, heading, least = turn("3", "heading = -3")
  unit.assertAlmostEquals(ticks, 17, 1)
  unit.assertAlmostEquals(heading, -3, 1e-6)
  unit.assertTrue(least < -0.98)
end

function TestTurning.test_takes_the_other_way_when_told()
  -- The other way are 6 rad: past 0, and never past π.
  local ticks, heading = turn("3", 'heading = -3, direction = "right"')
  unit.assertAlmostEquals(ticks, 360, 1)
  unit.assertAlmostEquals(heading, -3, 1e-6)
end

function TestTurning.test_faces_a_place()
  local ticks, heading, _, x = turn("0", 'target = "there"')
  unit.assertAlmostEquals(ticks, 94, 1) -- π/2 s
  unit.assertAlmostEquals(heading, math.pi / 2, 1e-6)
  unit.assertEquals(x, 0)
end

function TestTurning.test_turns_by_an_angle()
  local ticks, heading = turn("0", "angle = -4") -- told how far, it goes the shorter way there
  unit.assertAlmostEquals(ticks, 137, 1) -- 2π − 4 = 2.2832 rad
  unit.assertAlmostEquals(heading, 2 * math.pi - 4, 1e-6)
end

function TestTurning.test_comes_to_rest_first()
  local lines = run([[
    local a = drover.kind("a", { initial = "turn", body = { mass = 1, max_force = 4, max_speed = 2 }, states = {
      turn = schema.turning { heading = math.pi, done = "done" },
      done = { enter = function(self) print(self.x, self.heading, self.speed) end } } })
    return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", { speed = 2 }) end }]], 600)
  local x, heading, speed = table.unpack(numbers(lines[1]))
  unit.assertTrue(x > 0.4 and x < 1, x) -- 2 m/s are braked by 4 m/s² at most over half a meter
  unit.assertAlmostEquals(math.abs(heading), math.pi, 1e-6)
  unit.assertEquals(speed, 0)
end

function TestTurning.test_is_atomic()
  local lines = run([[
    local a = drover.kind("a", { memory = { asked = 0 }, initial = "turn", states = {
      turn = schema.turning { heading = 3, interrupt = when.after(0), terminate = function(self)
        self.asked = self.asked + 1 return true end, done = "done", interrupted = "interrupted" },
      done = { enter = function(self) print("done", self.asked, self.heading) end },
      interrupted = { enter = function() print("interrupted") end } } })
    return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a") end }]], 600)
  unit.assertEquals(#lines, 1)
  unit.assertStrContains(lines[1], "done\t0\t3.0")
end

local TestLocomotion = {}

-- A walker at the origin with a target at (20, 0); %s is what stands about, and what is said of its machine.
local WALK = [[
local walker = drover.kind("walker", {
  slots = { goal = "%s" }, memory = { used = "", aside = 0, length = 0, px = 0, py = 0 },
  body = { max_speed = 2, radius = 0.3, %s },
  initial = "walk",
  states = {
    walk = schema.locomotion { target = "goal", %s done = "there", failed = "failed" },
    there = { enter = function(self)
      print("there", self.world.time, self:distance(self.world.memory.at), self.heading, self.aside, self.length)
      print(self.used)
    end },
    failed = { enter = function(self) print("failed", self.schema.reason) end },
  },
  step = function(self)
    local own = self.schema.own
    local at = own and own.at
    if at and not self.used:find(at, 1, true) then self.used = self.used .. at end
    self.aside = math.max(self.aside, math.abs(self.y))
    self.length = self.length + self:distance(self.px, self.py)
    self.px, self.py = self.x, self.y
  end,
})
return drover.scenario { kinds = { walker }, setup = function(world)
  world.memory.at = drover.vec(20, 0)
  %s
  world:spawn("walker", { goal = world.memory.at, %s })
end }
]]

local function walk(options, ticks)
  return run(WALK:format(options.slot or "point", options.body or "", options.says or "", options.setup or "",
    options.spawn or ""), ticks or 1800)
end

-- The parts of the machine in their order: exit, final heading, path, turning, attraction, chasing.
function TestLocomotion.test_attraction_when_the_goal_is_seen()
  local lines = walk({})
  unit.assertStrContains(lines[1], "there")
  unit.assertEquals(lines[2], "5")
end

function TestLocomotion.test_path_when_it_is_not()
  local lines = walk({ setup = "world:obstacle { wall = { from = { 10, -8 }, to = { 10, 3 } } }" })
  unit.assertStrContains(lines[1], "there")
  unit.assertEquals(lines[2], "3")
  local _, _, _, aside = table.unpack(numbers(lines[1]))
  unit.assertTrue(aside > 3 and aside < 5) -- round the nearer end
end

function TestLocomotion.test_failure_when_walled_in()
  for _, x in ipairs { 0, 20 } do -- the walker, or the goal
    local lines = walk({ setup = ([[
      for _, ends in ipairs { { -3, -3, 3, -3 }, { 3, -3, 3, 3 }, { 3, 3, -3, 3 }, { -3, 3, -3, -3 } } do
        world:obstacle { wall = { from = { ends[1] + %d, ends[2] }, to = { ends[3] + %d, ends[4] } } }
      end]]):format(x, x) })
    unit.assertEquals(lines, { "failed\tno way leads there with this clearance" })
  end
end

function TestLocomotion.test_turning_first_gives_a_straight_line_else_an_arc()
  local body = "turn_rate = 1"
  local straight = walk({ body = body, spawn = "heading = 2" })
  local arc = walk({ body = body, says = "turn = false,", spawn = "heading = 2, speed = 2" })
  local _, _, _, straight_aside = table.unpack(numbers(straight[1]))
  local _, _, _, arc_aside = table.unpack(numbers(arc[1]))
  unit.assertEquals(straight[2], "45")
  unit.assertEquals(arc[2], "4") -- attraction: there is no turning before it
  unit.assertTrue(straight_aside < 0.05, straight_aside)
  unit.assertTrue(arc_aside > 0.3, arc_aside) -- further than its radius
end

-- At 2 m/s a turn of 0.5 rad/s is a circle of 4 m; from (20, -3) the goal is in it.
local ORBITER = { body = "turn_rate = 0.5", spawn = "x = 20, y = -3, speed = 2" }

function TestLocomotion.test_a_body_that_turns_badly_orbits()
  local lines = walk({ body = ORBITER.body, spawn = ORBITER.spawn,
    says = 'turn = false, orbit = false, steer = steer.seek { target = "goal", keep_speed = true },' }, 6000)
  unit.assertEquals(lines, {})
end

function TestLocomotion.test_the_monitor_ends_the_orbit()
  local lines = walk({ body = ORBITER.body, spawn = ORBITER.spawn,
    says = 'turn = false, orbit = { distance = 6 }, steer = steer.seek { target = "goal" },' }, 6000)
  unit.assertStrContains(lines[1], "there")
  unit.assertEquals(lines[2], "4") -- suspended and resumed, not chosen again
end

function TestLocomotion.test_a_final_heading_on_arrival()
  local lines = walk({ says = "heading = -2," })
  local _, distance, heading = table.unpack(numbers(lines[1]))
  unit.assertTrue(distance < 1)
  unit.assertAlmostEquals(heading, -2, 0.05)
  -- A pose says it itself.
  lines = run((WALK:format("pose", "", "", "", "goal = { x = 20, y = 0, heading = 2 }")), 1800)
  _, distance, heading = table.unpack(numbers(lines[1]))
  unit.assertTrue(distance < 1)
  unit.assertAlmostEquals(heading, 2, 0.05)
end

-- Somebody to walk to, who stays or goes off; %s is what else is said.
local MEET = [[
local other = drover.kind("other", { body = { max_speed = 1.5 }, slots = { away = "point" },
  steer = steer.arrival { target = "away" } })
local walker = drover.kind("walker", {
  slots = { goal = "agent" }, memory = { used = "" }, body = { max_speed = 2 }, sight = { range = 100 },
  initial = "walk",
  states = {
    walk = schema.locomotion { target = "goal", %s done = "ended", failed = "ended" },
    ended = { enter = function(self) print(self.schema.outcome, self.schema.reason, self.used) end },
  },
  step = function(self)
    local own = self.schema.own
    local at = own and own.at
    if at and not self.used:find(at, 1, true) then self.used = self.used .. at end
  end,
})
return drover.scenario { kinds = { other, walker }, setup = function(world)
    world.memory.other = world:spawn("other", { x = 20, away = { 20, 0 } })
    world:spawn("walker", { goal = world.memory.other })
    %s
  end,
  update = function(world) %s end }
]]

function TestLocomotion.test_what_moves_is_chased_and_what_is_stationary_attracts()
  unit.assertEquals(run(MEET:format("", "", ""), 1800), { "done\tnil\t6" })
  unit.assertEquals(run(MEET:format("stationary = true,", "", ""), 1800), { "done\tnil\t5" })
end

function TestLocomotion.test_a_goal_that_moved_and_is_seen_is_chased()
  local lines = run(MEET:format("", "world:obstacle { wall = { from = { 10, -6 }, to = { 10, 6 } } }",
    "if world.tick == 60 then world.memory.other.away = drover.vec(22, 15) end"), 3600)
  unit.assertEquals(#lines, 1)
  unit.assertStrMatches(lines[1], "done\tnil\t34?6")
end

function TestLocomotion.test_who_went_out_of_sight_is_lost()
  local lines = run(MEET:format("", "world:obstacle { wall = { from = { 10, -6 }, to = { 10, 6 } } }", [[
    if world.tick == 60 then
      world:obstacle { wall = { from = { 30, -40 }, to = { 30, 40 } } }
      world.memory.other.x, world.memory.other.y = 40, 0
      world.memory.other.away = { 40, 0 }
    end]]), 3600)
  unit.assertEquals(lines, { "failed\tthe target is not where it was\t3" })
end

local TestGoals = {}

-- A bank and a post office 20 m apart, and somebody 12 m from the line between them, nearer to the bank by a little.
local ERRANDS = [[
local person = drover.kind("person", {
  slots = { bank = "point", post = "point" }, memory = { been = "" }, body = { max_speed = 2, radius = 0.3 },
  initial = "errands", states = { errands = %s },
  step = function(self)
    for _, name in ipairs { "bank", "post" } do
      if not self.been:find(name) and self:distance(self[name]) < 1 then self.been = self.been .. name .. " " end
    end
  end })
return drover.scenario { kinds = { person }, setup = function(world)
    local places = { x = -0.5, y = -12, heading = 1.5, bank = { -10, 0 }, post = { 10, 0 } }
    world.memory.person = world:spawn("person", places)
  end,
  update = function(world)
    if world.tick == 2400 then print(world.memory.person.been) end
  end }
]]

--- The same with a schema, and where it leads.
local function errands(schema)
  return ERRANDS:format(schema .. [[,
    home = { enter = function(self) print("home", self.schema.outcome, self.schema.reason) end }]])
end

function TestGoals.test_both_attractions_at_once_wander_between()
  local lines = run(ERRANDS:format('{ steer = blend.sum { steer.seek { target = "bank" },'
    .. ' steer.seek { target = "post" } } }'), 2401)
  unit.assertEquals(lines, { "" })
end

function TestGoals.test_one_at_a_time_reaches_both()
  local lines = run(errands('schema.goals { schema.locomotion { target = "bank" },'
    .. ' schema.locomotion { target = "post" }, done = "home" }'), 2401)
  unit.assertEquals(lines, { "home\tdone\tnil", "bank post " })
end

function TestGoals.test_the_most_urgent_first_and_an_opportunity_reorders()
  local lines = run(errands([[schema.goals {
    { schema.locomotion { target = "bank" }, urgency = 1 },
    { schema.locomotion { target = "post" }, urgency = 2 }, done = "home" }]]), 2401)
  unit.assertEquals(lines[2], "post bank ")
  lines = run(errands([[schema.goals {
    { schema.locomotion { target = "bank" }, urgency = function(self)
      return self.world.time > 2 and 3 or 1 end },
    { schema.locomotion { target = "post" }, urgency = 2 }, done = "home" }]]), 2401)
  unit.assertEquals(lines[2], "bank post ")
end

function TestGoals.test_a_goal_that_fails_is_passed_over()
  local lines = run(errands([[schema.goals {
    schema.custom { step = function() return false, "closed" end },
    schema.locomotion { target = "post" }, failed = "home" }]]), 2401)
  unit.assertEquals(lines, { "home\tfailed\tclosed", "post " })
end

local TestSelect = {}

-- A machine of parts that a modder wrote; they note when they begin and finish.
local CHOICE = [[
local function part(name, def)
  def.begin = function(self) self.log = self.log .. name .. "+ " end
  def.finish = function(self) self.log = self.log .. name .. "- " end
  return schema.custom(def)
end
local a = drover.kind("a", { memory = { log = "", hungry = false }, initial = "day", body = { max_speed = 1 },
  states = { day = %s, over = { enter = function(self) print(self.schema.outcome, self.schema.reason) end } } })
return drover.scenario { kinds = { a }, setup = function(world) world.memory.a = world:spawn("a") end,
  update = function(world)
    world.memory.a.hungry = world.tick >= 30
    if world.tick == 60 then print(world.memory.a.log) end
  end }
]]

local PARTS = [[schema.select {
  part("eat", { precondition = function(self) return self.hungry end, step = function(self, memory, dt)
    memory.eaten = (memory.eaten or 0) + dt
    if memory.eaten > 0.25 then return %s end
  end }),
  part("rest", { %s }), done = "over", failed = "over" }]]

local function select(outcome, rest)
  return run(CHOICE:format(PARTS:format(outcome, rest)), 61)
end

function TestSelect.test_a_failure_is_the_whole_ones_with_its_reason()
  local lines = select('false, "no food"', "interrupt = function(self) return self.hungry end")
  unit.assertEquals(lines, { "failed\tno food", "rest+ rest- eat+ eat- " })
end

function TestSelect.test_what_is_done_makes_place_for_the_next_choice()
  local lines = select("true", "interrupt = function(self) return self.hungry end")
  -- From tick 30 on it eats for 16 ticks at a time.
  unit.assertEquals(lines, { "rest+ rest- eat+ eat- eat+ " })
end

function TestSelect.test_without_interruption_a_part_goes_on()
  unit.assertEquals(select("true", ""), { "rest+ " })
end

function TestSelect.test_termination_is_success()
  unit.assertEquals(select("true", "terminate = function(self) return self.hungry end"),
    { "done\tnil", "rest+ rest- " })
end

function TestSelect.test_guards_interrupt_too()
  local lines = select('false, "no food"', "interrupt = when.after(0.5)")
  unit.assertEquals(lines, { "failed\tno food", "rest+ rest- eat+ eat- " })
end

function TestSelect.test_fails_when_no_precondition_holds()
  local lines = run(CHOICE:format([[schema.select {
    part("never", { precondition = function() return false end }), failed = "over" }]]), 61)
  unit.assertEquals(lines, { "failed\tits precondition does not hold", "" })
end

function TestSelect.test_what_is_left_is_finished()
  local lines = run(CHOICE:format([[(function()
    local state = part("rest", { on = { { when.after(0.25), "over" } } })
    return state end)()]]), 61)
  unit.assertEquals(lines, { "nil\tnil", "rest+ rest- " })
end

function TestSelect.test_a_failure_without_a_state_to_go_to_is_tried_again_after_a_second()
  local lines = run(CHOICE:format('part("try", { step = function() return false end })'), 61)
  unit.assertEquals(lines, { "try+ try- " })
end

local TestMonitors = {}

-- Somebody on a planned way round a wall, who may be interrupted.
local ERRAND = [[
local walker = drover.kind("walker", {
  slots = { goal = "point", bag = "point" }, memory = { log = "" }, body = { max_speed = 2, radius = 0.3 },
  model = drover.model { attributes = { aware = 0 }, effects = { { "aware", "notice" } } },
  initial = "walk",
  interrupts = { %s },
  states = {
    walk = schema.path { target = "goal", done = "there" },
    there = { enter = function(self) self.log = self.log .. "there " end },
    fetch = schema.attraction { target = "bag", enter = function(self) self.log = self.log .. "fetch " end,
      leave = function(self, to) if to ~= "look" then self.bag = nil end end, done = "resume" },
    look = { enter = function(self) self.log = self.log .. "look " end, on = { { when.after(1), "resume" } } },
    rest = tree.sequence { tree.wait(1), tree.action(function() return false end), failed = "resume" },
  } })
return drover.scenario { kinds = { walker }, setup = function(world)
    world:obstacle { wall = { from = { 10, -8 }, to = { 10, 3 } } }
    world.memory.walker = world:spawn("walker", { goal = { 20, 0 }, bag = { 6, 5 }, %s })
  end,
  update = function(world)
    local walker = world.memory.walker
    local way = walker.schema.way
    world.memory.ways = world.memory.ways or {}
    if way then world.memory.ways[way] = true end
    if world.tick == 1500 then
      local count, alive = 0, 0
      for way in pairs(world.memory.ways) do count, alive = count + 1, alive + (way.alive and 1 or 0) end
      print(walker.log, count, alive)
    end
  end }
]]

local function errand(monitors, spawn) return run(ERRAND:format(monitors, spawn or ""), 1501) end

function TestMonitors.test_interrupt_and_resume_where_it_was()
  -- The bag led it off its way, so there is a second plan, and nothing left of either.
  unit.assertEquals(errand('{ when.near("bag", 5), "fetch" }'), { "fetch there \t2\t0" })
end

function TestMonitors.test_without_them()
  unit.assertEquals(errand(""), { "there \t1\t0" })
end

function TestMonitors.test_functions_run_and_it_goes_on()
  unit.assertEquals(errand('{ when.near("bag", 5), function(self) self.log = self.log .. "passed " end }'),
    { "passed there \t1\t0" }) -- once, when it begins to hold
end

function TestMonitors.test_a_higher_one_interrupts_what_a_lower_one_began()
  local lines = errand('{ when.near("bag", 3), "look" }, { when.near("bag", 5), "fetch" }')
  -- It fetches, looks, goes on to fetch and goes on. On the way out the bag is gone.
  unit.assertEquals(lines, { "fetch look fetch there \t2\t0" })
end

function TestMonitors.test_a_lower_one_waits()
  local lines = errand('{ when.near("bag", 5), "fetch" }, { when.near("bag", 3), "look" }')
  unit.assertEquals(lines, { "fetch there \t2\t0" })
end

function TestMonitors.test_plans_weigh_terrain_and_agents_to_avoid()
  -- A swamp lies on the straight way, and a bear on the southern way around it.
  local function goes(options, schema)
    return run(([[
      local swamp = drover.terrain("swamp", { weight = 20 })
      local bear = drover.kind("bear", { body = { locomotion = "fixed" } })
      local walker = drover.kind("walker", { body = { max_speed = 2, radius = 0.3 }, initial = "walk",
        slots = { goal = "point" }, memory = { way = "straight" },
        states = { walk = schema.%s { target = "goal", done = "there" %s },
          there = { enter = function(self) print(self.way) end } },
        step = function(self) if math.abs(self.y) > 2 then self.way = self.y > 0 and "north" or "south" end end })
      return drover.scenario { kinds = { walker, bear }, setup = function(world)
          world:region { shape = { box = { x = 8, y = 0.5, w = 8, d = 9 } }, terrain = swamp }
          world:obstacle { wall = { from = { 8, -0.5 }, to = { 8, 0.5 } } }
          world:spawn("bear", { x = 8, y = -5 })
          world:spawn("walker", { goal = { 16, 0 } })
        end }]]):format(schema or "path", options), 1800)[1]
  end
  local bear = 'avoid = { { kind = "bear", radius = 3, cost = 10 } }'
  unit.assertEquals(goes("", "path"), "south")
  unit.assertEquals(goes(", terrain = false", "path"), "straight")
  unit.assertEquals(goes("," .. bear, "path"), "north")
  unit.assertEquals(goes("," .. bear, "locomotion"), "north")
end

function TestMonitors.test_a_walker_led_behind_a_wall_plans_again()
  local lines = run([[
    local walker = drover.kind("walker", { body = { max_speed = 2, radius = 0.3 }, initial = "walk",
      slots = { goal = "point", trap = "point" }, memory = { way = "through the wall" },
      interrupts = { { when.near("trap", 1), "led" } },
      states = {
        walk = schema.path { target = "goal", done = "there" },
        led = { enter = function(self) self.x, self.y = 8, 6 end, on = { { when.after(0.5), "resume" } } },
        there = { enter = function(self) print(self.way) end } },
      step = function(self) if self.x > 12 and self.y > 3 then self.way = "round it" end end })
    return drover.scenario { kinds = { walker }, setup = function(world)
        world:obstacle { wall = { from = { 0, 3 }, to = { 12, 3 } } }
        world:spawn("walker", { goal = { 16, 0 }, trap = { 8, 0 } })
      end }]], 1800)
  unit.assertEquals(lines, { "round it" })
end

function TestMonitors.test_trees_are_taken_up_again_too()
  local lines = errand('{ when.near("bag", 5), "rest" }')
  unit.assertEquals(lines, { "there \t1\t0" })
end

function TestMonitors.test_who_is_aware_notices_more_often()
  local function noticed(aware)
    local lines = run(([[
      local a = drover.kind("a", { memory = { noticed = 0 }, initial = "stand",
        model = drover.model { attributes = { aware = 0 }, effects = { { "aware", "notice" } } },
        interrupts = { { when.chance("notice"), function(self) self.noticed = self.noticed + 1 end } },
        states = { stand = {} } })
      return drover.scenario { kinds = { a }, setup = function(world)
          for _ = 1, 100 do world:spawn("a", { aware = %s }) end
        end,
        update = function(world)
          if world.tick ~= 60 then return end
          local count = 0
          for a in world:agents() do if a.noticed > 0 then count = count + 1 end end
          print(count)
        end }]]):format(aware), 61)
    return tonumber(lines[1])
  end
  -- The degree 0.4 recommends a third: of a hundred, so many notice within a second; three deviations are 15.
  unit.assertAlmostEquals(noticed(0.4), 33, 15)
  unit.assertEquals(noticed(1), 100)
end

function TestMonitors.test_returns_to_the_first_state_when_nothing_was_interrupted()
  local lines = errand("", 'state = "look"')
  unit.assertEquals(lines, { "look there \t1\t0" })
end

function TestMonitors.test_nothing_interrupts_a_turn()
  local lines = run([[
    local a = drover.kind("a", { initial = "turn", interrupts = { { when.after(0.5), "look" } }, states = {
      turn = schema.turning { heading = 3, done = "done" },
      look = { enter = function(self) print("look", self.heading) end, on = { { when.after(1), "resume" } } },
      done = { enter = function(self) print("done", self.heading) end } } })
    return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a") end }]], 200)
  unit.assertEquals(#lines, 3)
  unit.assertStrContains(lines[1], "done\t3.0")
  unit.assertStrContains(lines[2], "look\t3.0")
end

local TestLegs = {}

local LEGS = 'locomotion = "legged", radius = 0.25, turn = 0.5,'

function TestLegs.test_turns_foot_after_foot()
  local function ticks(follow)
    local lines = run(([[
      local a = drover.kind("a", { initial = "turn", body = { max_speed = 1.4, %s }, states = {
        turn = schema.turning { angle = %s, rate = 1, follow = %s, done = "done" },
        done = { enter = function(self) print(self.world.tick, self.heading, self.x, self.y) end } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a") end }
    ]]):format(LEGS, "-1.2", follow), 300)
    local tick, heading, x, y = table.unpack(numbers(lines[1]))
    unit.assertAlmostEquals(heading, -1.2, 1e-5)
    unit.assertEquals({ x, y }, { 0, 0 })
    return tick
  end
  -- 0.5, 0.5 and 0.2 rad at 1 rad/s: 30, 30 and 12 ticks; then the other foot follows in as long as a full one takes.
  unit.assertAlmostEquals(ticks("false"), 72, 1)
  unit.assertAlmostEquals(ticks("true"), 102, 1)
end

function TestLegs.test_the_machine_runs_on_legs()
  local wall = "world:obstacle { wall = { from = { 10, -8 }, to = { 10, 3 } } }"
  local lines = walk({ body = LEGS })
  unit.assertStrContains(lines[1], "there")
  unit.assertEquals(lines[2], "5")
  lines = walk({ body = LEGS, setup = wall })
  unit.assertStrContains(lines[1], "there")
  unit.assertEquals(lines[2], "3")
  local _, distance, heading = table.unpack(numbers(walk({ body = LEGS, says = "heading = -2," })[1]))
  unit.assertTrue(distance < 1)
  unit.assertAlmostEquals(heading, -2, 0.05)
end

function TestLegs.test_chases_on_legs()
  local chase = CHASE:gsub("max_speed = 4,", 'max_speed = 4, locomotion = "legged",')
  local lines = run(chase:format("", ""), 901)
  unit.assertEquals(lines, { "caught\tdone", "chase " })
end

os.exit(unit.LuaUnit.new():runSuiteByInstances({
  { "chasing", TestChasing }, { "turning", TestTurning }, { "locomotion", TestLocomotion }, { "goals", TestGoals },
  { "select", TestSelect }, { "monitors", TestMonitors }, { "legs", TestLegs },
}))
