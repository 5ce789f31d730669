-- Behavior trees, utility choice and subsumption: what they do tick by tick, with agents of plain Lua.
-- Usage: lua5.4 test_composed.lua SCRIPTS

local scripts = table.remove(arg, 1)
local unit = require "luaunit"

-- What the binding gives to the scripts, as far as these use it. A steering is { steering = name }.
local core = { nearest = function() end, lists_mistakes = function() return false end }

function core.type(value)
  return type(value) == "table" and value.steering and "behavior" or type(value)
end

function core.mark(_, record) return { record = record } end

function core.part() end

function core.ran() end

function core.marked(_, value) return value and value.record end

local function script(name, ...)
  local load = loadfile(scripts .. "/" .. name .. ".lua")
    or assert(loadfile(scripts .. "/definitions/" .. name .. ".lua"))
  return load(core, ...)
end

function core.script(name)
  return function(...) return script(name, select(2, ...)) end
end

local checks = script("definitions").checks
local composed = script("composed", checks)
local libraries = {}
for _, name in ipairs { "tree", "utility", "subsumption" } do
  libraries[name] = {}
  for key, make in pairs(script(name, checks, composed)) do
    libraries[name][key] = function(...) return make("main.lua:7", ...) end
  end
end
local tree, utility, subsumption = libraries.tree, libraries.utility, libraries.subsumption

local DT = 1 / 60

--- An agent in a state, with the memory that the state adds; it notes what steers it.
local function agent_in(state)
  local self = { state = "here", state_time = 0, steered = "-" }
  self[getmetatable(state).adds.record.memory] = {}
  function self.steer(_, name) self.steered = name or "-" end
  state.enter(self)
  return self
end

--- Run ticks; what the step of the last returns.
local function run(self, state, ticks)
  local result
  for _ = 1, ticks or 1 do
    result = state.step(self, DT)
    self.state_time = self.state_time + DT
  end
  return result
end

--- An action that gives the outcomes in turn, the last for ever, and counts.
local function script_of(...)
  local outcomes, calls = { ... }, { count = 0 }
  return tree.action(function()
    calls.count = calls.count + 1
    return outcomes[math.min(calls.count, #outcomes)]
  end), calls
end

local function steering(name) return { steering = name } end

local TestTree = {}

function TestTree.test_sequence_goes_on_where_it_runs()
  local first, firsts = script_of(true)
  local second, seconds = script_of("running", "running", true)
  local third, thirds = script_of(true)
  local state = tree.sequence { first, second, third, done = "home" }
  local self = agent_in(state)
  unit.assertNil(run(self, state, 2))
  unit.assertEquals({ firsts.count, seconds.count, thirds.count }, { 1, 2, 0 })
  unit.assertEquals(run(self, state), "home")
  unit.assertEquals({ firsts.count, seconds.count, thirds.count }, { 1, 3, 1 })
  run(self, state) -- starts over
  unit.assertEquals(firsts.count, 2)
end

function TestTree.test_sequence_fails_with_its_part()
  local first = script_of(true)
  local second = script_of("running", false)
  local third, thirds = script_of(true)
  local state = tree.sequence { first, second, third, failed = "lost" }
  local self = agent_in(state)
  unit.assertNil(run(self, state))
  unit.assertEquals(run(self, state), "lost")
  unit.assertEquals(thirds.count, 0)
end

function TestTree.test_conditions_before_what_runs_hold_on()
  local holds, calls = true, 0
  local before, befores = script_of(true)
  local state = tree.sequence {
    before, tree.condition(function() return holds end), tree.action(function() calls = calls + 1 return "running" end),
    failed = "lost",
  }
  local self = agent_in(state)
  unit.assertNil(run(self, state, 3))
  unit.assertEquals({ befores.count, calls }, { 1, 3 })
  holds = false
  unit.assertEquals(run(self, state), "lost")
  unit.assertEquals(calls, 3)
  holds = true
  run(self, state)
  unit.assertEquals({ befores.count, calls }, { 2, 4 }) -- from the first part again
end

function TestTree.test_selector_takes_the_first_that_does_not_fail()
  local wolf = false
  local state = tree.selector {
    tree.sequence { tree.condition(function() return wolf end), tree.steer(steering "flee") },
    tree.steer(steering "graze"),
  }
  local self = agent_in(state)
  run(self, state)
  unit.assertEquals(self.steered, "here/5")
  wolf = true
  run(self, state)
  unit.assertEquals(self.steered, "here/4")
  wolf = false
  run(self, state)
  unit.assertEquals(self.steered, "here/5")
  unit.assertEquals(getmetatable(state).adds.record.blends, { [4] = steering "flee", [5] = steering "graze" })
end

function TestTree.test_what_is_interrupted_starts_over()
  local alarm = false
  local first, firsts = script_of(true)
  local state = tree.selector {
    tree.condition(function() return alarm end),
    tree.sequence { first, tree.wait(0.5), tree.action(function() return "running" end) },
  }
  local self = agent_in(state)
  run(self, state, 20)
  alarm = true
  run(self, state)
  alarm = false
  run(self, state, 20)
  unit.assertEquals(firsts.count, 2)
  unit.assertEquals(self.tree[3], 2) -- still waiting: the first 20 ticks do not count
end

function TestTree.test_selector_fails_when_all_do()
  local state = tree.selector { script_of(false), script_of(false), failed = "lost" }
  unit.assertEquals(run(agent_in(state), state), "lost")
end

function TestTree.test_invert()
  for _, case in ipairs { { true, "no" }, { false, "yes" }, { "running" } } do
    local state = tree.sequence { tree.invert(script_of(case[1])), done = "yes", failed = "no" }
    unit.assertEquals(run(agent_in(state), state), case[2])
  end
  local state = tree.sequence { tree.invert(tree.condition(function(self) return self.met end)),
    tree.action(function() return "running" end), failed = "met" }
  local self = agent_in(state)
  unit.assertNil(run(self, state))
  self.met = true
  unit.assertEquals(run(self, state), "met")
end

function TestTree.test_wait_is_over_after_so_many_ticks()
  local state = tree.sequence { tree.wait(1), done = "home" }
  local self = agent_in(state)
  unit.assertNil(run(self, state, 60))
  unit.assertEquals(run(self, state), "home") -- 60 ticks after the first
end

function TestTree.test_steers_while_it_runs()
  local near = false
  local state = tree.sequence {
    tree.steer(steering "there", function() if not near then return "running" end end), tree.wait(1), done = "home",
  }
  local self = agent_in(state)
  run(self, state)
  unit.assertEquals(self.steered, "here/2")
  near = true
  run(self, state)
  unit.assertEquals(self.steered, "-")
end

function TestTree.test_a_node_may_stand_in_several_trees()
  local pause = tree.wait(0.1)
  local state = tree.sequence { pause, tree.sequence { pause, pause }, done = "home" }
  local self = agent_in(state)
  unit.assertNil(run(self, state, 18))
  unit.assertEquals(run(self, state), "home")
end

function TestTree.test_another_shape_starts_over()
  local first = script_of(true)
  local old = tree.sequence { first, tree.action(function() return "running" end) }
  local same = tree.sequence { first, tree.action(function() return true end), done = "home" }
  local other, others = script_of(true)
  local longer = tree.sequence { other, tree.action(function() return "running" end), tree.wait(1) }
  local self = agent_in(old)
  run(self, old)
  unit.assertEquals(self.tree[1], 2)
  self.steered = "here/9"
  run(self, longer)
  unit.assertEquals({ others.count, self.steered }, { 1, "-" })
  self = agent_in(old)
  run(self, old)
  unit.assertEquals(run(self, same), "home") -- the first part is not asked again
end

function TestTree.test_remembers_data_alone()
  local state = tree.selector { tree.sequence { tree.wait(1), tree.steer(steering "a") }, tree.wait(1) }
  local self = agent_in(state)
  run(self, state, 70)
  for key, value in pairs(self.tree) do
    unit.assertTrue(math.type(key) == "integer" or type(key) == "string")
    unit.assertTrue(type(value) == "number" or type(value) == "string", key)
  end
end

function TestTree.test_a_state_is_what_else_is_said_of_it()
  local entered
  local state = tree.sequence { tree.wait(1), speed = 3, think = 5, renamed_from = "old", color = "red",
    enter = function(_, from) entered = from end }
  unit.assertEquals({ state.speed, state.think, state.renamed_from, state.color }, { 3, 5, "old", "red" })
  local self = agent_in(state)
  run(self, state)
  state.enter(self, "away")
  unit.assertEquals(entered, "away")
  unit.assertNil(self.tree[1])
end

local function assert_refused(message, call, ...)
  local fine, got = pcall(call, ...)
  unit.assertFalse(fine)
  unit.assertEquals(got, "main.lua:7: " .. message)
end

function TestTree.test_mistakes()
  assert_refused("tree.sequence: at least one node expected", tree.sequence, {})
  assert_refused("tree.selector[1]: a node of a tree expected, got function", tree.selector, { print })
  assert_refused("tree.selector[1]: a node of a tree expected, got table", tree.selector, { {} })
  assert_refused("tree.selector.done: a string expected, got number", tree.selector, { tree.wait(1), done = 3 })
  assert_refused("tree.selector.speeed: unknown key: "
    .. "one of speed, leaves, steer, stress, enter, leave, think, on, color, renamed_from, done or failed expected",
    tree.selector, { tree.wait(1), speeed = 3 })
  assert_refused("tree.selector: a list expected, found the key 3", tree.selector, { tree.wait(1), [3] = tree.wait(1) })
  assert_refused("tree.selector[1].speed: only the whole tree is a state", tree.selector,
    { tree.sequence { tree.wait(1), speed = 1 } })
  assert_refused("tree.wait: a number expected, got string", tree.wait, "1")
  assert_refused("tree.wait: -1 is below 0 s", tree.wait, -1)
  assert_refused("tree.condition: a function expected, got boolean", tree.condition, true)
  assert_refused("tree.steer: a behavior or blend expected, got string", tree.steer, "flee")
  assert_refused("tree.steer: a behavior or blend expected, got nil", tree.steer)
  local state = tree.sequence { tree.action(function() return "runing" end) }
  assert_refused("tree.action: true, false or \"running\" expected, got 'runing'", state.step, agent_in(state), DT)
end

local TestUtility = {}

--- A state with options whose scores can be set.
local function market(scores, inertia)
  local options = {}
  for name in pairs(scores) do
    options[name] = { score = function() return scores[name] end, steer = name ~= "rest" and steering(name) or nil }
  end
  return utility.best { options = options, inertia = inertia }
end

function TestUtility.test_the_best_has_its_turn()
  local scores = { eat = 0.2, drink = 0.7, rest = 0.5 }
  local state = market(scores)
  local self = agent_in(state)
  run(self, state)
  unit.assertEquals({ self.utility.turn, self.steered }, { "drink", "here/drink" })
  scores.drink = 0.4
  run(self, state)
  unit.assertEquals({ self.utility.turn, self.steered }, { "rest", "-" })
  scores.eat = 3
  run(self, state)
  unit.assertEquals({ self.utility.turn, self.steered }, { "eat", "here/eat" })
end

function TestUtility.test_inertia_keeps_who_has_it()
  local scores = { eat = 0.5, drink = 0.4 }
  local state = market(scores, 0.2)
  local self = agent_in(state)
  run(self, state)
  scores.drink = 0.65
  run(self, state)
  unit.assertEquals(self.utility.turn, "eat")
  scores.drink = 0.75
  run(self, state)
  unit.assertEquals(self.utility.turn, "drink")
  scores.drink = 0.35
  run(self, state)
  unit.assertEquals(self.utility.turn, "drink")
  scores.drink = 0.25
  run(self, state)
  unit.assertEquals(self.utility.turn, "eat")
end

function TestUtility.test_of_equals_who_has_it_keeps_it()
  local scores = { a = 1, b = 1, c = 0.5 }
  local state = market(scores)
  local self = agent_in(state)
  self.utility.turn = "b"
  run(self, state)
  unit.assertEquals(self.utility.turn, "b")
end

function TestUtility.test_enter_and_step_of_options()
  local calls = {}
  local want = 1
  local state = utility.best { options = {
    a = { score = function() return want end, enter = function() calls[#calls + 1] = "enter" end,
      step = function(_, dt) calls[#calls + 1] = dt return "away" end },
    b = { score = function() return 0 end },
  } }
  local self = agent_in(state)
  unit.assertEquals(run(self, state, 2), "away")
  unit.assertEquals(calls, { "enter", DT, DT })
  want = -1
  unit.assertNil(run(self, state))
end

function TestUtility.test_mistakes()
  assert_refused("utility.best.options: a table expected, got nil", utility.best, {})
  assert_refused("utility.best.options: at least one option expected", utility.best, { options = {} })
  assert_refused("utility.best.options.a.score: a function expected, got nil", utility.best, { options = { a = {} } })
  assert_refused("utility.best.options.a.scor: unknown key: one of score, steer, enter or step expected",
    utility.best, { options = { a = { scor = print } } })
  assert_refused("utility.best.inertia: -1 is below 0", utility.best,
    { inertia = -1, options = { a = { score = print } } })
  assert_refused("utility.best.option: unknown key: one of speed, leaves, steer, stress, enter, leave, think, on, "
    .. "color, renamed_from, options or inertia expected",
    utility.best, { option = {} })
  for _, case in ipairs { { nil, "nil" }, { "1", "'1'" }, { 0 / 0, "nan" } } do
    local state = utility.best { options = { a = { score = function() return case[1] end } } }
    assert_refused("utility.best.options.a.score: a number expected, got " .. case[2], state.step, agent_in(state), DT)
  end
end

local TestSubsumption = {}

function TestSubsumption.test_the_first_layer_that_wants_it_has_its_turn()
  local wants, asked = {}, 0
  local state = subsumption.layers {
    { when = function() return wants.avoid end, steer = steering "avoid" },
    { when = function() asked = asked + 1 return wants.explore end, steer = steering "explore" },
    { steer = steering "wander" },
  }
  local self = agent_in(state)
  run(self, state)
  unit.assertEquals(self.steered, "here/3")
  wants.explore = true
  run(self, state)
  unit.assertEquals(self.steered, "here/2")
  wants.avoid = true
  run(self, state)
  unit.assertEquals({ self.steered, asked }, { "here/1", 2 })
  wants.avoid, wants.explore = false, false
  run(self, state)
  unit.assertEquals(self.steered, "here/3")
end

function TestSubsumption.test_holds_for_a_time()
  local wants = { first = false, second = true }
  local state = subsumption.layers {
    { when = function() return wants.first end },
    { when = function() return wants.second end, hold = 0.5 },
    {},
  }
  local self = agent_in(state)
  run(self, state)
  wants.second = false
  run(self, state, 29)
  unit.assertEquals(self.subsumption.turn, 2)
  run(self, state)
  unit.assertEquals(self.subsumption.turn, 3) -- 30 ticks after it wanted it last
  wants.second = true
  run(self, state)
  wants.first = true
  run(self, state)
  unit.assertEquals(self.subsumption.turn, 1) -- nobody holds against those before it
  wants.first, wants.second = false, false
  run(self, state)
  unit.assertEquals(self.subsumption.turn, 3)
end

function TestSubsumption.test_nobody_may_want_it()
  local wants = true
  local state = subsumption.layers { { when = function() return wants end, steer = steering "avoid" } }
  local self = agent_in(state)
  run(self, state)
  wants = false
  run(self, state)
  unit.assertEquals(self.steered, "-")
  unit.assertNil(self.subsumption.turn)
end

function TestSubsumption.test_mistakes()
  assert_refused("subsumption.layers: at least one layer expected", subsumption.layers, {})
  assert_refused("subsumption.layers[1]: without when, the layers after it never act", subsumption.layers, { {}, {} })
  assert_refused("subsumption.layers[1].wen: unknown key: one of when, steer, enter, step or hold expected",
    subsumption.layers, { { wen = print } })
  assert_refused("subsumption.layers[1].hold: -1 is below 0 s", subsumption.layers, { { when = print, hold = -1 } })
  assert_refused("subsumption.layers[1].when: a function expected, got boolean", subsumption.layers,
    { { when = true } })
  assert_refused("subsumption.layers[1]: a table expected, got function", subsumption.layers, { print })
  assert_refused("subsumption.layers.layer: unknown key: one of speed, leaves, steer, stress, enter, leave, think, "
    .. "on, color or renamed_from expected", subsumption.layers, { layer = 1, {} })
end

os.exit(unit.LuaUnit.new():runSuiteByInstances({
  { "tree", TestTree }, { "utility", TestUtility }, { "subsumption", TestSubsumption },
}))
