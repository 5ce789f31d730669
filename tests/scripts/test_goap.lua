-- Goals and plans: what agents plan, when they plan again, and what they do when nothing leads there.
-- Usage: lua5.4 test_goap.lua DROVER SCRIPTS

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local unit = require "luaunit"
local scenario = require "scenario"
scenario.program = table.remove(arg, 1)
local planning = assert(loadfile(table.remove(arg, 1) .. "/schema/planning.lua"))()

-- The search

--- An action by the values of three facts that it needs and gives; 0 is any.
local function action(needs, gives) return { needs = needs, gives = gives } end

local TestSearch = {}

function TestSearch.test_finds_the_order()
  local actions = {
    action({ 0, 0, 2 }, { 2, 0, 0 }), action({ 0, 2, 0 }, { 0, 0, 2 }), action({ 0, 0, 0 }, { 0, 2, 0 }),
  }
  unit.assertEquals(planning.search(actions, { 1, 1, 1 }, { 2, 0, 0 }, { 1, 1, 1 }, 100), { 3, 2, 1 })
  unit.assertEquals(planning.search(actions, { 1, 2, 1 }, { 2, 0, 0 }, { 1, 1, 1 }, 100), { 2, 1 })
  unit.assertEquals(planning.search(actions, { 2, 1, 1 }, { 2, 0, 0 }, { 1, 1, 1 }, 100), {})
end

function TestSearch.test_of_equal_plans_the_first_action_wins()
  local same = action({ 0, 0, 0 }, { 2, 0, 0 })
  unit.assertEquals(planning.search({ same, same, same }, { 1, 1, 1 }, { 2, 0, 0 }, { 2, 1, 1 }, 100), { 2 })
end

function TestSearch.test_an_action_that_is_left_out_is_in_no_plan()
  local same = action({ 0, 0, 0 }, { 2, 0, 0 })
  unit.assertEquals(planning.search({ same, same }, { 1, 1, 1 }, { 2, 0, 0 }, { false, 9 }, 100), { 2 })
  local plan, gave_up = planning.search({ same, same }, { 1, 1, 1 }, { 2, 0, 0 }, { false, false }, 100)
  unit.assertEquals({ plan or "none", gave_up }, { "none", false })
end

function TestSearch.test_restores_what_an_earlier_action_takes()
  -- To have both: the second action takes the first fact away, so it comes first.
  local actions = { action({ 0, 0, 0 }, { 2, 0, 0 }), action({ 0, 0, 0 }, { 1, 2, 0 }) }
  unit.assertEquals(planning.search(actions, { 2, 1, 1 }, { 2, 2, 0 }, { 1, 1 }, 100), { 2, 1 })
end

function TestSearch.test_gives_up()
  -- A counter of nine bits that only counts up: 511 steps.
  local actions, held, wanted, costs = {}, {}, {}, {}
  for bit = 1, 9 do
    local needs, gives = {}, {}
    for each = 1, 9 do
      needs[each] = each < bit and 2 or each == bit and 1 or 0
      gives[each] = each < bit and 1 or each == bit and 2 or 0
    end
    actions[bit], held[bit], wanted[bit], costs[bit] = action(needs, gives), 1, 2, 1
  end
  unit.assertEquals({ planning.search(actions, held, wanted, costs, 100) }, { nil, true })
  unit.assertEquals(#planning.search(actions, held, wanted, costs, 1000), 511)
end

--- The cost of the cheapest plan, by trying all facts forward from what is held; nil if there is none.
local function cheapest(actions, held, wanted, costs)
  local best = { [table.concat(held)] = { facts = held, cost = 0 } }
  local function meets(facts, required)
    for fact, value in ipairs(required) do
      if value ~= 0 and facts[fact] ~= value then return false end
    end
    return true
  end
  for _ = 1, 27 do
    local known = {}
    for _, each in pairs(best) do known[#known + 1] = each end
    for _, from in ipairs(known) do
      for index, each in ipairs(actions) do
        if meets(from.facts, each.needs) then
          local after = {}
          for fact, value in ipairs(each.gives) do after[fact] = value ~= 0 and value or from.facts[fact] end
          local key, cost = table.concat(after), from.cost + costs[index]
          if not best[key] or cost < best[key].cost then best[key] = { facts = after, cost = cost } end
        end
      end
    end
  end
  local least
  for _, each in pairs(best) do
    if meets(each.facts, wanted) then least = math.min(least or each.cost, each.cost) end
  end
  return least
end

--- Carry a plan out. Returns its cost, or nil if a need is not met or it does not lead there.
local function carry_out(plan, actions, held, wanted, costs)
  local facts, cost = { table.unpack(held) }, 0
  for _, index in ipairs(plan) do
    for fact, value in ipairs(actions[index].needs) do
      if value ~= 0 and facts[fact] ~= value then return nil end
    end
    for fact, value in ipairs(actions[index].gives) do
      if value ~= 0 then facts[fact] = value end
    end
    cost = cost + costs[index]
  end
  for fact, value in ipairs(wanted) do
    if value ~= 0 and facts[fact] ~= value then return nil end
  end
  return cost
end

function TestSearch.test_finds_the_cheapest_of_all_plans()
  math.randomseed(4711)
  local function values(low)
    return { math.random(low, 3), math.random(low, 3), math.random(low, 3) }
  end
  local found, longest = 0, 0
  for _ = 1, 500 do
    local actions, costs = {}, {}
    for index = 1, math.random(1, 12) do
      actions[index], costs[index] = action(values(-3), values(-2)), math.random(0, 4)
      for _, list in ipairs { actions[index].needs, actions[index].gives } do
        for fact, value in ipairs(list) do list[fact] = math.max(value, 0) end
      end
    end
    local held, wanted = values(1), values(0)
    local plan = planning.search(actions, held, wanted, costs, 1000)
    local cost = cheapest(actions, held, wanted, costs)
    unit.assertEquals(plan and carry_out(plan, actions, held, wanted, costs), cost)
    found, longest = found + (plan and 1 or 0), math.max(longest, plan and #plan or 0)
  end
  unit.assertTrue(found > 100 and found < 500 and longest > 3)
end

-- Agents

-- `act(ticks, { wood = true })` takes so many ticks and then sets fields. The agent tells when it does something else:
-- the tick, its goal, and the plan with the action that runs in brackets.
local HEAD = [[
local goap = drover.goap
local function act(ticks, fields)
  return schema.custom {
    begin = function(_, own) own.left = ticks end,
    step = function(self, own)
      own.left = own.left - 1
      if own.left > 0 then return nil end
      for field, value in pairs(fields) do self[field] = value end
      return true
    end,
  }
end
local function field(name) return function(self) return self[name] end end
local function tell(self)
  local shared, list, done = self.schema, {}, false
  for index, name in ipairs(shared.plan or {}) do
    local runs = not done and name == shared.action
    list[index], done = runs and "[" .. name .. "]" or name, done or runs
  end
  local text = (shared.goal or "nothing") .. ": " .. table.concat(list, " ")
  if text ~= self.told then print(self.world.tick, text) end
  self.told = text
end
local function run(life, update, over)
  local a = drover.kind("a", {
    memory = { wood = false, fire = false, warm = false, fed = false, cold = 1, hungry = 0, told = "" },
    slots = { price = "number" },
    initial = "life", states = { life = life, over = over }, step = tell,
  })
  return drover.scenario {
    kinds = { a }, settings = { drover.slider("dear", 9) }, setup = function(world) world:spawn("a", {}) end,
    update = function(world) if update then update(world, world:agents()()) end end,
  }
end
]]

--- The lines that an agent in a state prints in so many ticks.
local function lines_of(source, ticks) return scenario.run(HEAD .. source, ticks) end

--- The same, without the ticks.
local function told(source, ticks)
  local list = {}
  for index, line in ipairs(lines_of(source, ticks)) do list[index] = line:gsub("^%d+\t", "") end
  return list
end

-- To be warm takes a fire, and that takes wood.
local WARM = [[
  facts = { wood = field "wood", fire = field "fire", warm = field "warm" },
  goals = { warm = { wants = { warm = true } } },
]]
local function warm(more)
  return ([[
    chop = { act(3, { wood = true }), gives = { wood = true }%s },
    light = { act(2, { wood = false, fire = true }), needs = { wood = true }, gives = { fire = true, wood = false } },
    sit = { act(4, { warm = true }), needs = { fire = true }, gives = { warm = true } },
  ]]):format(more or "")
end

local TestGoals = {}

function TestGoals.test_does_one_thing_after_the_other()
  local lines = lines_of("return run(goap.goals {" .. WARM .. "actions = {" .. warm() .. "} })", 20)
  unit.assertEquals(lines, {
    "0\tnothing: ", "1\twarm: [chop] light sit", "3\twarm: chop [light] sit", "4\twarm: chop light [sit]",
    "7\tnothing: ",
  })
end

function TestGoals.test_takes_the_cheaper_way()
  local source = "return run(goap.goals {" .. WARM .. "actions = {" .. warm ", cost = %s" .. [[
    buy = { act(3, { wood = true }), gives = { wood = true }, cost = %s } } })]]
  local function first(chop, buy) return told(source:format(chop, buy), 2)[2] end
  unit.assertEquals(first("1", "2"), "warm: [chop] light sit")
  unit.assertEquals(first("2", "1"), "warm: [buy] light sit")
  unit.assertEquals(first("2", "2"), "warm: [buy] light sit") -- the first by name
  unit.assertEquals(first("2", "function(self) return self.cold end"), "warm: [buy] light sit")
  unit.assertEquals(first("2", "drover.setting 'dear'"), "warm: [chop] light sit")
  unit.assertEquals(first("0.5", "'price'"), "warm: [chop] light sit") -- 1, while the slot is empty
  unit.assertEquals(first("1.5", "'price'"), "warm: [buy] light sit")
end

function TestGoals.test_facts_may_be_numbers_and_words()
  local lines = told([[return run(goap.goals {
    facts = { at = function(self) return self.wood or "away" end, count = field "cold" },
    goals = { go = { wants = { at = "home", count = 3 } } },
    actions = {
      home = { act(2, { wood = "home" }), needs = { count = 3 }, gives = { at = "home" } },
      two = { act(2, { cold = 2.0 }), needs = { count = 1 }, gives = { count = 2 } },
      three = { act(2, { cold = 3 }), needs = { count = 2 }, gives = { count = 3 } },
    } })]], 12)
  unit.assertEquals(lines[2], "go: [two] three home")
  unit.assertEquals(lines[#lines], "nothing: ")
end

function TestGoals.test_nothing_is_false_and_an_agent_is_true()
  local lines = told([[return run(goap.goals {
    facts = { alone = function(self) return nil end, someone = function(self) return self end,
      done = function() return false end },
    goals = { go = { wants = { done = true } } },
    actions = { see = { act(9, {}), needs = { alone = false, someone = true }, gives = { done = true } } } })]], 2)
  unit.assertEquals(lines[2], "go: [see]")
end

local TWO = [[return run(goap.goals { %s
    facts = { warm = field "warm", fed = field "fed" },
    goals = {
      warm = { wants = { warm = true }, priority = field "cold" },
      fed = { wants = { fed = true }, priority = function(self) return self.hungry end },
    },
    actions = {
      eat = { act(5, { fed = true }), gives = { fed = true } },
      sit = { act(9, { warm = true }), gives = { warm = true } },
    } }, function(world, self) %s end)]]

function TestGoals.test_pursues_what_it_wants_most()
  local lines = lines_of(TWO:format("", "if world.tick == 4 then self.hungry = 2 end"), 30)
  -- What was interrupted starts over.
  unit.assertEquals({ lines[2], lines[3], lines[4], lines[5] },
    { "1\twarm: [sit]", "5\tfed: [eat]", "9\twarm: [sit]", "17\tnothing: " })
end

function TestGoals.test_of_equals_the_current_goal_stays()
  local lines = told(TWO:format("", "if world.tick == 3 then self.hungry = 1 end"), 30)
  unit.assertEquals({ lines[2], lines[3] }, { "warm: [sit]", "fed: [eat]" })
  unit.assertEquals(#lines, 4)
  -- At the start, the first by name.
  lines = told(TWO:format("", ""):gsub("hungry end", "cold end"), 30)
  unit.assertEquals(lines[2], "fed: [eat]")
end

function TestGoals.test_inertia_keeps_the_goal()
  local rises = "if world.tick == 3 then self.hungry = 1.4 end if world.tick == 5 then self.hungry = 1.6 end"
  unit.assertEquals(lines_of(TWO:format("inertia = 0.5,", rises), 8)[3], "6\tfed: [eat]")
end

function TestGoals.test_what_has_no_priority_is_not_wanted()
  local lines = told(TWO:format("", "if world.tick == 3 then self.cold = 0 end"), 30)
  unit.assertEquals(lines, { "nothing: ", "warm: [sit]", "nothing: " })
end

function TestGoals.test_plans_again_when_a_fact_changes()
  local source = "return run(goap.goals {" .. WARM .. "actions = {" .. warm() .. [[} },
    function(world, self) if world.tick == %d then self.%s end end)]]
  -- The fire goes out while it sits there.
  unit.assertEquals(told(source:format(5, "fire = false"), 20), {
    "nothing: ", "warm: [chop] light sit", "warm: chop [light] sit", "warm: chop light [sit]", "warm: [chop] light sit",
    "warm: chop [light] sit", "warm: chop light [sit]", "nothing: ",
  })
  -- Somebody else makes a fire.
  unit.assertEquals(told(source:format(1, "fire = true"), 4), { "nothing: ", "warm: [chop] light sit", "warm: [sit]" })
end

function TestGoals.test_what_runs_goes_on_under_a_new_plan()
  local lines = lines_of("return run(goap.goals {" .. WARM .. "actions = {" .. warm() .. [[} },
    function(world, self) if world.tick == 2 then self.fire = true end
      if world.tick == 3 then self.fire = false end end)]], 20)
  unit.assertEquals(lines[2], "1\twarm: [chop] light sit")
  unit.assertEquals({ lines[3], lines[4], lines[5] },
    { "3\twarm: [sit]", "4\twarm: [chop] light sit", "6\twarm: chop [light] sit" })
  lines = lines_of([[return run(goap.goals {
    facts = { wood = field "wood", fed = field "fed" },
    goals = { go = { wants = { wood = true } } },
    actions = { chop = { act(9, { wood = true }), gives = { wood = true } } } },
    function(world, self) if world.tick == 4 then self.fed = true end end)]], 20)
  unit.assertEquals({ lines[2], lines[3] }, { "1\tgo: [chop]", "9\tnothing: " })
end

function TestGoals.test_an_action_may_end_in_its_own_time()
  -- The fact holds long before the action is done; another goal that is wanted more still interrupts it.
  local source = [[return run(goap.goals {
    facts = { near = function(self) return self.state_time > 0.05 end, fed = field "fed" },
    goals = { go = { wants = { near = true } }, eat = { wants = { fed = true }, priority = field "hungry" } },
    actions = {
      walk = { act(9, {}), gives = { near = true } }, eat = { act(9, { fed = true }), gives = { fed = true } },
    },
  }, function(world, self) %s end)]]
  unit.assertEquals(lines_of(source:format(""), 20), { "0\tnothing: ", "1\tgo: [walk]", "9\tnothing: " })
  unit.assertEquals(lines_of(source:format("if world.tick == 6 then self.hungry = 5 end"), 8)[3], "7\teat: [eat]")
end

function TestGoals.test_an_action_is_done_as_often_as_it_takes()
  local lines = lines_of([[return run(goap.goals {
    facts = { plenty = function(self) return self.cold >= 4 end },
    goals = { stocked = { wants = { plenty = true } } },
    actions = { gather = {
      schema.custom { step = function(self) self.cold = self.cold + 1 print(self.cold) return true end },
      gives = { plenty = true } } } })]], 20)
  unit.assertEquals(lines, { "0\tnothing: ", "2", "1\tstocked: [gather]", "3", "4", "3\tnothing: " })
end

local FAILS = [[return run(goap.goals { facts = { warm = field "warm" }, goals = { warm = { wants = { warm = true } } },
  actions = {
    sit = { %s, gives = { warm = true }, %s },
    run = { act(60, {}), gives = { warm = true }, cost = 5 },
  } })]]

function TestGoals.test_what_fails_is_left_out_for_a_while()
  local fails = "schema.custom { step = function() return false, 'no fire' end }"
  local lines = lines_of(FAILS:format(fails, ""), 130)
  unit.assertEquals({ lines[1], lines[2] }, { "0\tnothing: ", "1\twarm: [run]" })
  unit.assertEquals(#lines, 2) -- what it tries instead is not interrupted, and then it is tried again at once
  lines = lines_of(FAILS:format("schema.custom { interrupt = function() return true end }", "retry = 'price'"), 3)
  unit.assertEquals(lines[2], "1\twarm: [run]")
  -- Without another way, it is tried again after so many seconds.
  lines = lines_of(([[return run(goap.goals {
    facts = { warm = field "warm" }, goals = { warm = { wants = { warm = true } } },
    actions = { sit = { schema.custom { step = function(self) print(self.world.tick) return false end },
      gives = { warm = true }, retry = %s } } })]]):format("0.5"), 70)
  unit.assertEquals({ lines[2], lines[3], lines[4] }, { "0", "30", "60" })
end

function TestGoals.test_a_precondition_that_does_not_hold_is_a_failure()
  local lines = lines_of(FAILS:format("schema.custom { precondition = function() return false end }", "retry = 9"), 3)
  unit.assertEquals(lines[2], "1\twarm: [run]")
end

local STUCK = [[return run(goap.goals { %s
  facts = { warm = field "warm", fed = field "fed", wood = field "wood" },
  goals = { warm = { wants = { warm = true }, priority = 5 }, fed = { wants = { fed = true } } },
  actions = {
    sit = { act(3, { warm = true }), needs = { wood = true }, gives = { warm = true } },
    eat = { act(6, { fed = true }), gives = { fed = true } },
  } }, function(world, self) %s end,
    { enter = function(self) print("over", self.schema.outcome, self.schema.reason) end })]]

function TestGoals.test_a_goal_out_of_reach_is_passed_over()
  unit.assertEquals(told(STUCK:format("", ""), 20), { "nothing: ", "fed: [eat]", "nothing: " })
  local lines = lines_of(STUCK:format("", "if world.tick == 3 then self.wood = true end"), 20)
  unit.assertEquals({ lines[2], lines[3], lines[4] }, { "1\tfed: [eat]", "4\twarm: [sit]", "6\tfed: [eat]" })
end

function TestGoals.test_ends_when_told_to()
  local lines = told(STUCK:format("failed = 'over',", ""), 20)
  unit.assertEquals(lines[3], "over\tfailed\tno plan leads to what it wants")
  lines = told(STUCK:format("done = 'over',", "if world.tick == 3 then self.wood = true end"), 20)
  unit.assertEquals(lines[5], "over\tdone\tnil")
end

function TestGoals.test_gives_up_a_search_that_takes_too_long()
  local lines = told("return run(goap.goals { limit = 2," .. WARM .. "actions = {" .. warm() .. "} })", 9)
  unit.assertEquals(#lines, 2)
  unit.assertStrContains(lines[1] .. lines[2],
    "goap.goals: no plan for 'warm' was found in 2 steps of the search; a higher limit allows more")
end

function TestGoals.test_steers_by_the_action_or_else_as_the_state_says()
  local lines = lines_of([[return run(goap.goals {
    facts = { there = function(self) return self.x > 5 end, fed = field "fed" },
    steer = steer.seek { target = { 0, 100 } },
    goals = { there = { wants = { there = true, fed = true } } },
    actions = { go = { schema.attraction { target = { 6, 0 } }, gives = { there = true } },
      eat = { act(60, { fed = true }), needs = { there = true }, gives = { fed = true } } },
  }, function(world, self)
    if world.tick == 590 then print(self.y > 1, self.fed) end
    if self.schema.action == "eat" and not world.memory.x then world.memory.x, world.memory.y = self.x, self.y end
    if world.memory.x and not self.fed then world.memory.dy = self.y - world.memory.y end
    if world.tick == 595 then print(math.abs(world.memory.y) < 0.5, world.memory.dy > 0.5) end end)]], 600)
  unit.assertEquals({ lines[#lines - 1], lines[#lines] }, { "true\ttrue", "true\ttrue" })
end

function TestGoals.test_a_plan_goes_on_after_an_interrupt()
  local lines = told([[
    local a = drover.kind("a", { memory = { wood = false, fire = false, warm = false, told = "" }, initial = "life",
      step = tell, interrupts = { { when.hears("bear"), "hide" } },
      states = { hide = { on = { { when.after(0.2), "resume" } } },
        life = goap.goals {]] .. WARM .. "actions = {" .. warm() .. [[} } } })
    return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end,
      update = function(world)
        if world.tick == 1 then world:emit("bear", { at = { 0, 0 }, radius = 50 }) end
      end }]], 40)
  unit.assertEquals(lines, {
    "nothing: ", "warm: [chop] light sit", "nothing: ", "warm: [chop] light sit", "warm: chop [light] sit",
    "warm: chop light [sit]", "nothing: ",
  })
end

-- Mistakes

local TestMistakes = {}

--- What is said of a state, whose definition stands in line 5 of the file, and whose kind in line 6.
local function refused(definition)
  local lines = scenario.run("local goap, x = drover.goap, schema.custom {}\nlocal no = function() end\n" .. [[
local life = ]] .. definition .. "\nlocal a = drover.kind('a', { states = { life = life } })\n"
    .. "return drover.scenario { kinds = { a } }", 1)
  return (lines[1] or ""):match("%.lua:[56]: (.*)") or lines[1]
end

function TestMistakes.test_are_named()
  for definition, message in pairs {
    ["7"] = "goap.goals: a table expected, got number",
    ["{}"] = "goap.goals.facts: a table expected, got nil",
    ["{ fact = {} }"] = "goap.goals.fact: unknown key (facts?)",
    ["{ facts = {} }"] = "goap.goals.facts: at least one fact expected",
    ["{ facts = { a = true } }"] = "goap.goals.facts.a: a function expected, got boolean",
    ["{ facts = { a = no }, goals = {} }"] = "goap.goals.goals: at least one goal expected",
    ["{ facts = { a = no }, goals = { g = {} } }"] = "goap.goals.goals.g.wants: a table expected, got nil",
    ["{ facts = { a = no }, goals = { g = { wants = {} } } }"] = "goap.goals.goals.g.wants: at least one fact expected",
    ["{ facts = { wood = no }, goals = { g = { wants = { wod = true } } } }"] =
      "goap.goals.goals.g.wants: no fact 'wod' (wood?)",
    ["{ facts = { a = no }, goals = { g = { wants = { a = no } } } }"] =
      "goap.goals.goals.g.wants.a: true, false, a number or a string expected, got function",
    ["{ facts = { a = no }, goals = { g = { wants = { a = 0/0 } } } }"] =
      "goap.goals.goals.g.wants.a: a finite number expected, got nan",
    ["{ facts = { a = no }, goals = { g = { wants = { a = true }, prority = 1 } } }"] =
      "goap.goals.goals.g.prority: unknown key (priority?)",
    ["{ facts = { a = no }, goals = { g = { wants = { a = true }, priority = true } } }"] =
      "goap.goals.goals.g.priority: a number, a number slot's name, a drover.setting or a function expected, got "
      .. "boolean",
  } do
    unit.assertEquals(refused("goap.goals" .. (definition == "7" and "(7)" or definition)), message)
  end
end

function TestMistakes.test_of_actions_are_named()
  for given, message in pairs {
    ["{}"] = "goap.goals.actions: at least one action expected",
    ["{ b = x }"] =
      "goap.goals.actions.b.enter: unknown key: it is written { schema, needs = , gives = , cost = , retry = }",
    ["{ b = { gives = { a = true } } }"] = "goap.goals.actions.b[1]: a schema expected, got nil",
    ["{ b = { x } }"] = "goap.goals.actions.b.gives: a table expected, got nil",
    ["{ b = { x, gives = {} } }"] = "goap.goals.actions.b.gives: at least one fact expected",
    ["{ b = { x, gives = { a = true }, needs = { [1] = true } } }"] =
      "goap.goals.actions.b.needs: no fact '1': only a is known",
    ["{ b = { x, gives = { a = true }, cost = {} } }"] =
      "goap.goals.actions.b.cost: a number, a number slot's name, a drover.setting or a function expected, got table",
    ["{ b = { x, gives = { a = true }, cost = -1 } }"] = "goap.goals.actions.b.cost: -1 is below 0",
    ["{ b = { x, gives = { a = true }, retry = -1 } }"] = "goap.goals.actions.b.retry: -1 is below 0 s",
    ["{ b = { x, gives = { a = true }, cost = 'dear' } }"] =
      "goap.goals: actions.b.cost: kind 'a' has no slot 'dear'",
    ["{ b = { schema.custom { done = 'life' }, gives = { a = true } } }"] =
      "goap.goals.actions.b[1].done: only the whole schema is a state",
    ["{ b = { x, gives = { a = true } } }, limit = 0.5"] = "goap.goals.limit: a whole number above 0 expected, got 0.5",
    ["{ b = { x, gives = { a = true } } }, inertia = -1"] = "goap.goals.inertia: -1 is below 0",
    ["{ b = { x, gives = { a = true } } }, done = 'lfe'"] = "states.life.done: no state 'lfe' (life?)",
  } do
    unit.assertEquals(refused("goap.goals { facts = { a = no }, goals = { g = { wants = { a = true } } }, actions = "
      .. given .. " }"), message)
  end
end

function TestMistakes.test_of_functions_are_named()
  local source = [[return run(goap.goals { facts = { a = function() return %s end },
    goals = { g = { wants = { a = true }, priority = function() return %s end } },
    actions = { b = { act(1, {}), gives = { a = true }, cost = function() return %s end } } })]]
  for _, case in ipairs {
    { "0/0", "1", "1", "goap.goals.facts.a: a value expected, got nan" },
    { "false", "true", "1", "goap.goals.goals.g.priority: a number expected, got boolean" },
    { "false", "0/0", "1", "goap.goals.goals.g.priority: a number expected, got nan" },
    { "false", "1", "nil", "goap.goals.actions.b.cost: a number expected, got nil" },
    { "false", "1", "-2", "goap.goals.actions.b.cost: -2 is below 0" },
  } do
    local lines = lines_of(source:format(case[1], case[2], case[3]), 1)
    unit.assertStrContains(table.concat(lines, "\n"), case[4])
  end
end

function TestMistakes.test_a_plan_is_no_part_of_a_schema()
  unit.assertEquals(refused([[schema.select { goap.goals { facts = { a = no }, goals = { g = { wants = { a = true } } },
    actions = { b = { x, gives = { a = true } } } } }]]), "schema.select[1]: a schema expected, got table")
end

os.exit(unit.LuaUnit.new():runSuiteByInstances({
  { "search", TestSearch }, { "goals", TestGoals }, { "mistakes", TestMistakes },
}))
