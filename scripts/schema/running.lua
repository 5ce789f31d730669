-- How schemas run: preconditions first, conditions of interruption and termination in every tick, and cleaning up at
-- the end. Schemas that choose among others do so here: `select` takes the first that applies, `goals` the most
-- urgent.

local core, composed, senses, acts = ...
local note = core.note -- nil unless the scenario is explained: in a window, or with --explain

local running = {}

--- Whether a schema may begin; false comes with the reason, if known.
local function admits(schema, self)
  if schema.when and not schema.when(self) then return false end
  local ready, reason = acts[schema.type].ready(schema, self)
  if not ready then return false, reason end
  if schema.precondition and not schema.precondition(self) then return false, "its precondition does not hold" end
  return true
end

--- Clean up after a schema that has ended or was stopped.
function running.finish(schema, self, memory)
  local act = acts[schema.type]
  if act.finish then act.finish(schema, self, memory) end
  if schema.type == "path" then acts.clean_way(self.schema) end
  self.schema.turning = nil
end

--- Whether the condition of that name holds: calls a function, or checks whether a guard has held since the last
--- step.
local function holds(schema, self, name)
  local condition = schema[name]
  if not condition then return false end
  local signal = schema.signals[name]
  if signal then return self.schema[signal] end
  return condition(self)
end

local function go_on(schema, self, memory, dt)
  local act = acts[schema.type]
  if not memory.begun then
    local ready, reason = memory.admitted, nil
    if not ready then ready, reason = admits(schema, self) end
    if not ready then return "failed", reason end
    memory.begun, memory.admitted = true, nil
    local outcome
    outcome, reason = act.begin(schema, self, memory)
    if outcome then return outcome, reason end
  end
  -- Turning is atomic: nothing interrupts it.
  if not self.schema.turning then
    if holds(schema, self, "terminate") then return "success" end
    if holds(schema, self, "interrupt") then return "interrupted" end
  end
  return act.run(schema, self, memory, dt)
end

--- Run a schema for one tick; returns nil, or its outcome and the reason.
function running.run(schema, self, memory, dt)
  local outcome, reason = go_on(schema, self, memory, dt)
  if outcome then running.finish(schema, self, memory) end
  return outcome, reason
end

if note then
  local run = running.run
  local told = { done = true, success = true, interrupted = "passed over", failed = false }
  function running.run(schema, self, memory, dt)
    note(schema.number, "begun")
    local outcome, reason = run(schema, self, memory, dt)
    if outcome then
      note(schema.number, told[outcome], nil, outcome == "interrupted" and outcome or reason or false)
    else
      note(schema.number, "running", nil, not schema.parts and memory.phase or false)
    end
    return outcome, reason
  end
end

--- Stop the current part, if any.
function running.stop(schema, self, memory)
  local part = memory.at and schema.parts[memory.at]
  if part and memory.part.begun then running.finish(part, self, memory.part) end
  memory.at, memory.part = nil, nil
end

-- The first that applies

acts.select = {}

function acts.select.ready(schema, self)
  if schema.at and not schema.at(self) then return false, "there is no target" end
  return true
end

function acts.select.begin() end

acts.select.finish = running.stop

local function choose(schema, self, memory)
  local why
  for index, part in ipairs(schema.parts) do
    if note then note(part.number, "begun") end
    local ready, reason = admits(part, self)
    if ready then
      memory.at, memory.part = index, { admitted = true }
      return true
    end
    if note then note(part.number, "passed over", nil, reason or "its condition does not hold") end
    why = reason or why
  end
  return false, why or "no precondition holds"
end

--- After a part that ended normally or was interrupted, choose the next one in the same tick.
function acts.select.run(schema, self, memory, dt)
  for _ = 0, #schema.parts do
    if not memory.at then
      local chosen, reason = choose(schema, self, memory)
      if not chosen then return "failed", reason end
    end
    local outcome, reason = running.run(schema.parts[memory.at], self, memory.part, dt)
    if not outcome then return nil end
    memory.at, memory.part = nil, nil
    if outcome == "failed" or outcome == "success" then return outcome, reason end
  end
end

-- One goal at a time

acts.goals = {}

function acts.goals.ready() return true end

function acts.goals.begin(_, _, memory) memory.over = {} end

acts.goals.finish = running.stop

local function urgency_of(schema, self, index)
  local urgency = schema.urgencies[index]
  return composed.number(schema.where, urgency.path, urgency.read(self))
end

--- The most urgent remaining goal. Of equals, the one being pursued, otherwise the first.
local function most_urgent(schema, self, memory)
  local best, most
  for index = 1, #schema.parts do
    if not memory.over[index] then
      if note then note(schema.parts[index].number, "begun") end
      local urgency = urgency_of(schema, self, index)
      if note then note(schema.parts[index].number, "passed over", urgency) end
      if not best or urgency > most or (urgency == most and index == memory.at) then best, most = index, urgency end
    elseif note then
      note(schema.parts[index].number, memory.over[index] ~= "failed")
    end
  end
  return best
end

--- The outcome when no goal is left: failed if any goal failed.
local function ended(memory)
  if memory.reason then return "failed", memory.reason end
  return "done"
end

function acts.goals.run(schema, self, memory, dt)
  if not self.schema.turning then
    local best = most_urgent(schema, self, memory)
    if not best then return ended(memory) end
    if best ~= memory.at then
      running.stop(schema, self, memory)
      memory.at, memory.part = best, {}
    end
  end
  local at = memory.at
  local outcome, reason = running.run(schema.parts[at], self, memory.part, dt)
  if not outcome then return nil end
  memory.at, memory.part = nil, nil
  if outcome ~= "interrupted" then memory.over[at] = outcome end
  if outcome == "failed" then memory.reason = reason or "a goal failed" end
end

-- The locomotion control machine chooses by conditions on its one target

local locomotion = {}
running.locomotion = locomotion

local function sees_goal(schema, self)
  local x, y, z, other = schema.at(self)
  return x and senses.in_sight(self, x, y, z, other)
end

function locomotion.is_there(schema)
  return function(self) return senses.is_there(schema, self) end
end

function locomotion.is_hidden(schema)
  return function(self) return not sees_goal(schema, self) end
end

function locomotion.is_misaligned(schema)
  return function(self)
    local x, y, z = schema.at(self)
    return math.abs(self:bearing(x, y, z)) > schema.turn(self)
  end
end

local function is_moving(schema, self)
  local _, _, _, other = schema.at(self)
  return other and not schema.stationary
end

function locomotion.is_stationary(schema)
  return function(self) return not is_moving(schema, self) end
end

--- Whether the goal has visibly moved away from the end of the path.
function locomotion.has_moved(schema)
  return function(self)
    if not is_moving(schema, self) or not sees_goal(schema, self) then return false end
    local way = self.schema.way
    if not way or not way.alive then return false end
    local x, y, z, other = schema.at(self)
    local ex, ey, ez = way:point(way.length)
    local dx, dy, dz = x - ex, y - ey, z - ez
    local reach = senses.reach(schema, self, other)
    return dx * dx + dy * dy + dz * dz > reach * reach
  end
end

--- Restore the slots and the blend of a resumed schema, which other states used in the meantime.
function running.again(again)
  return function(self, shared)
    if shared.x then self:set("schema_place", shared.x, shared.y, shared.z) end
    if shared.way then self.schema_path, shared.is_taken_up = shared.way, true end
    again(self, shared)
  end
end

return running
