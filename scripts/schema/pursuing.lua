-- How goals are pursued by plans: `acts.goap`. In every step it reads the facts, and picks the most wanted goal that is
-- not met. It plans when that is another goal, when a fact is not what the plan foresaw, or when an action has failed,
-- and runs the actions of the plan, which are schemas, one after the other.
--
-- `self.schema` has the `goal` and the `plan`, a list of actions, by name, and the `action` that runs. The memory of
-- the schema has the place in the plan (`step`), the action that runs by number (`at`), its memory (`part`), and what
-- is known: the `facts` by name; the actions that are left out since they failed (`barred`), by name; the goals that no
-- plan leads to (`hopeless`), by name; and the `rules` under which that is so.

local core, checks, composed, acts, running = ...
local planning = core.script("planning")()
local note = core.note -- nil unless the scenario is explained: in a window, or with --explain

local MOST_KEPT = 500 -- results of searches

acts.goap = {}

function acts.goap.ready() return true end

function acts.goap.begin(schema, _, memory)
  memory.rules, memory.facts, memory.step = schema.rules, {}, 0
end

local function forget_plan(schema, self, memory)
  local shared = self.schema
  running.stop(schema, self, memory)
  shared.goal, shared.plan, shared.action, memory.step = nil, nil, nil, 0
end

acts.goap.finish = forget_plan

-- What it knows

local function read(schema, self, fact)
  local value = fact.read(self)
  if value == nil then return false end
  if value ~= value then checks.fail(schema.where, "goap.goals.facts." .. fact.name, "a value expected, got nan") end
  local kind = type(value)
  return (kind == "boolean" or kind == "number" or kind == "string") and value or kind ~= "boolean"
end

--- Read the facts. Whether one is news that the running action does not give. Other goals may be within reach then.
local function perceive(schema, self, memory)
  local action, known, surprised = schema.actions[memory.at], memory.facts, false
  local facts = schema.facts
  for index = 1, #facts do
    local fact = facts[index]
    local name, value = fact.name, read(schema, self, fact)
    if known[name] ~= value then
      surprised = surprised or known[name] == nil or not action or action.given[name] == nil
      known[name], memory.hopeless = value, nil
    end
  end
  return surprised
end

local function holds(list, known)
  for index = 1, #list do
    local entry = list[index]
    if known[entry.name] ~= entry.value then return false end
  end
  return true
end

--- Under other rules, what it concluded from the former ones is void, and all facts are news. What runs goes on.
local function obey(schema, self, memory)
  if memory.rules == schema.rules then return end
  local shared = self.schema
  memory.rules, memory.facts, memory.barred, memory.hopeless = schema.rules, {}, nil, nil
  shared.plan, memory.step = memory.at and { shared.action }, 1
end

--- Let actions that failed come back. With them, goals may be reached again.
local function recover(memory, dt)
  local left = false
  for name, bar in pairs(memory.barred) do
    bar.seconds = bar.seconds - dt
    if bar.seconds <= dt / 2 then
      memory.barred[name], memory.hopeless = nil, nil
    else
      left = true
    end
  end
  if not left then memory.barred = nil end
end

local function bar(self, memory, action, why)
  local seconds = action.retry(self)
  if seconds <= 0 then return end
  memory.barred = memory.barred or {}
  memory.barred[action.name] = { seconds = seconds, why = why }
end

-- What it wants

--- The most wanted of the goals that are not met and may be reached; of equals, the current one, or else the first.
--- `is_ending`: the current one counts although it is met. Also whether one is wanted that is out of reach.
local function most_wanted(schema, self, memory, is_ending)
  local current, best, most, is_stuck = self.schema.goal, nil, 0, false
  local goals = schema.goals
  for index = 1, #goals do
    local goal = goals[index]
    local wish = composed.number(schema.where, goal.path, goal.priority(self))
    goal.wish = note and wish
    if wish > 0 and ((is_ending and goal.name == current) or not holds(goal.wants, memory.facts)) then
      if goal.name == current then wish = wish + schema.inertia end
      if memory.hopeless and memory.hopeless[goal.name] then
        is_stuck = true
      elseif not best or wish > most or (wish == most and goal.name == current) then
        best, most = goal, wish
      end
    end
  end
  return best, is_stuck
end

-- Plans

local function costs_of(schema, self, memory)
  local costs = {}
  for index, action in ipairs(schema.actions) do
    local is_barred = memory.barred and memory.barred[action.name]
    local cost = not is_barred and composed.number(schema.where, action.path, action.cost(self))
    if cost and cost < 0 then checks.fail(schema.where, action.path, cost .. " is below 0") end
    costs[index] = cost
  end
  return costs
end

--- What a search finds depends on nothing but the rules, so agents that know the same share it.
local function look_up(schema, goal, held, costs)
  local key = { goal.name, table.concat(held, " ") }
  for index, cost in ipairs(costs) do key[index + 2] = cost and ("%a"):format(cost) or "-" end -- exact
  key = table.concat(key, " ")
  local kept = schema.found[key]
  if not kept then
    if schema.found_count == MOST_KEPT then schema.found, schema.found_count = {}, 0 end
    local plan, gave_up = planning.search(schema.actions, held, goal.wanted, costs, schema.limit)
    kept = { plan = plan, gave_up = gave_up }
    schema.found[key], schema.found_count = kept, schema.found_count + 1
  end
  return kept.plan, kept.gave_up
end

local function search(schema, self, memory, goal)
  local held = {}
  for index, fact in ipairs(schema.facts) do held[index] = fact.values[memory.facts[fact.name]] or -1 end
  local plan, gave_up = look_up(schema, goal, held, costs_of(schema, self, memory))
  if plan then return plan end
  if not gave_up then return nil, "no plan leads there" end
  core.hint(schema.where .. ": goap.goals: no plan for '" .. goal.name .. "' was found in " .. schema.limit
    .. " steps of the search; a higher limit allows more")
  return nil, "no plan was found in " .. schema.limit .. " steps of the search"
end

--- Run the first action of a plan. If it is the one that runs, it goes on.
local function begin_step(schema, self, memory, step, index)
  local shared = self.schema
  memory.step, shared.action = step, schema.actions[index].name
  if memory.at == index then return end
  running.stop(schema, self, memory)
  if shared.steered then composed.steer(self, shared, nil) end
  memory.at, memory.part = index, {}
end

--- Plan for a goal, and begin with the plan. False if none leads there.
local function pursue(schema, self, memory, goal)
  local shared, names = self.schema, {}
  local found, why = search(schema, self, memory, goal)
  if not found then
    memory.hopeless = memory.hopeless or {}
    memory.hopeless[goal.name] = why
    return false
  end
  for index, action in ipairs(found) do names[index] = schema.actions[action].name end
  shared.goal, shared.plan = goal.name, names
  begin_step(schema, self, memory, 1, found[1])
  return true
end

--- What it comes to when there is nothing to pursue.
local function rest(schema, self, memory, is_stuck)
  forget_plan(schema, self, memory)
  if self.schema.steered then composed.steer(self, self.schema, nil) end
  if is_stuck then
    if schema.ends.failed then return "failed", "no plan leads to what it wants" end
  elseif schema.ends.done then
    return "done"
  end
end

--- Go on with the plan, or make another one. Whether an action runs; if none does, whether it wants one.
local function decide(schema, self, memory, surprised)
  if self.schema.turning then return true end
  local goes_on = memory.at and not surprised
  -- An action may end in its own time, although what it gives is there.
  local is_ending = goes_on and memory.step == #self.schema.plan
  while true do
    local goal, is_stuck = most_wanted(schema, self, memory, is_ending)
    if not goal then return false, is_stuck end
    if goes_on and goal.name == self.schema.goal then return true end
    if pursue(schema, self, memory, goal) then return true end
  end
end

--- After an action: the next step of the plan, if there is one and all is as foreseen. Whether to decide again.
local function go_on(schema, self, memory, outcome, reason)
  local action = schema.actions[memory.at]
  local surprised = perceive(schema, self, memory)
  memory.at, memory.part = nil, nil
  if outcome == "failed" or outcome == "interrupted" then
    bar(self, memory, action, reason or outcome)
    return true
  end
  if not holds(action.gives_list, memory.facts) then return false end
  local next_step = not surprised and self.schema.plan[memory.step + 1]
  if next_step then begin_step(schema, self, memory, memory.step + 1, schema.numbers_of[next_step]) end
  return true
end

function acts.goap.run(schema, self, memory, dt)
  obey(schema, self, memory)
  if memory.barred then recover(memory, dt) end
  local surprised = not self.schema.turning and perceive(schema, self, memory)
  for _ = 0, #schema.parts do
    local acts_now, is_stuck = decide(schema, self, memory, surprised)
    if not acts_now then return rest(schema, self, memory, is_stuck) end
    local outcome, reason = running.run(schema.parts[memory.at], self, memory.part, dt)
    if not outcome or not go_on(schema, self, memory, outcome, reason) then return nil end
    surprised = false
  end
end

-- Explaining

local function tell_goals(schema, self, memory)
  for index, goal in ipairs(schema.goals) do
    local number, why = schema.number + index, memory.hopeless and memory.hopeless[goal.name]
    if goal.name == self.schema.goal then
      note(number, "running", goal.wish, table.concat(self.schema.plan, ", "))
    elseif why then
      note(number, false, goal.wish, why)
    elseif holds(goal.wants, memory.facts) then
      note(number, true, goal.wish, "its facts hold")
    else
      note(number, "passed over", goal.wish, goal.wish and goal.wish <= 0 and "not wanted now")
    end
  end
end

local function tell_actions(schema, self, memory)
  local names = self.schema.plan or {}
  local function tell(step, outcome)
    local part = schema.parts[schema.numbers_of[names[step]]]
    note(part.number, outcome, nil, ("step %d of %d"):format(step, #names))
  end
  for step in ipairs(names) do tell(step, step < memory.step or "not run") end
  if memory.at then tell(memory.step, "running") end
  for name, entry in pairs(memory.barred or {}) do
    local part = schema.parts[schema.numbers_of[name]]
    note(part.number, false, nil, ("%s; tried again in %.0f s"):format(entry.why, entry.seconds))
  end
end

if note then
  local run = acts.goap.run
  function acts.goap.run(schema, self, memory, dt)
    for _, goal in ipairs(schema.goals) do goal.wish = nil end
    local outcome, reason = run(schema, self, memory, dt)
    tell_goals(schema, self, memory)
    tell_actions(schema, self, memory)
    return outcome, reason
  end
end
