-- Condition–action monitors of a kind, after Reich: guards in order of priority that may interrupt an agent in any
-- state. When one begins to hold, its function runs, or the agent switches to its state. The interrupted state is put
-- aside with its memory until a state returns "resume". Only a monitor of higher priority can interrupt the state of
-- another monitor, and nothing interrupts a turn in place.
--
-- `self.monitors` has the states put aside (`aside`, the latest last); by the number of each guard, the tick in which
-- it last held; and while a state is being resumed, its memory (`again`). If a reload has lost a state put aside,
-- `instead` in its entry is the state that `migrate` chose.

local core, checks = ...

local monitors = {}

monitors.RESUME = "resume"

--- Move all entries of one table to another.
local function move(from, to)
  for key, value in pairs(from) do to[key], from[key] = value, nil end
  return to
end

--- Forget the states put aside from `first` on. The current state has moved its memory out of the fields by then.
local function drop(self, aside, first, parts)
  for index = #aside, first, -1 do
    local entry = aside[index]
    local adds = parts[entry.state]
    if adds then
      local memory = move(entry.memory, self[adds.memory])
      adds.clean(self, memory)
      for key in pairs(memory) do memory[key] = nil end
    end
    aside[index] = nil
  end
end

--- Put the current state aside for the monitor's state.
local function put_aside(self, parts, number, action)
  local memory = self.monitors
  local aside, state = memory.aside or {}, self.state
  local adds = parts[state]
  local kept = adds and move(self[adds.memory], {})
  memory.aside = aside
  for index, entry in ipairs(aside) do
    if (entry.instead or entry.state) == state then
      drop(self, aside, index, parts)
      break
    end
  end
  aside[#aside + 1] = { state = state, action = action, number = number, memory = kept }
  return action
end

--- The number of the monitor whose state the agent is in, or nil.
local function acting(self)
  local aside = self.monitors.aside
  local last = aside and aside[#aside]
  return last and last.action == self.state and last.number or nil
end

local function is_turning(self, parts)
  local adds = parts[self.state]
  return adds and self[adds.memory].turning
end

--- The state to go back to: the one put aside last, or the initial state if there is none.
local function resume(self, parts, names, initial)
  local memory = self.monitors
  local aside = memory.aside
  local entry, state
  repeat
    entry = aside and table.remove(aside)
    state = entry and (entry.instead or entry.state)
  until not entry or names[state]
  if not entry then return initial end
  if not entry.instead and parts[state] and entry.memory then memory.again = entry.memory end
  return state
end

--- Let a state made of parts continue where it was when it is resumed.
local function take_up(state, adds)
  local enter = state.enter
  function state.enter(self, from)
    local kept = self.monitors.again
    if not kept then return enter(self, from) end
    self.monitors.again = nil
    local memory = self[adds.memory]
    move(kept, memory)
    adds.again(self, memory)
    if adds.entered then return adds.entered(self, from) end
  end
end

local function check_returned(call, state, names)
  if state == nil or names[state] then return state end
  local list = {}
  for name in pairs(names) do list[#list + 1] = name end
  local what = type(state) == "string" and "'" .. state .. "', which is not a state" .. checks.suggestion(state, list)
    or "a " .. core.type(state) .. ", not a state's name or nil"
  error(core.place(call) .. "returned " .. what, 0)
end

--- Wrap a function that returns a state's name or "resume".
local function resuming(go_on, call, names)
  local part = checks.part(call)
  return call and function(self, dt)
    local state = part(self, dt)
    if state == monitors.RESUME then return go_on(self) end
    return check_returned(call, state, names)
  end
end

local function resume_in(entries, go_on, names)
  for _, entry in ipairs(entries) do
    if entry.state == monitors.RESUME then
      entry.state, entry.choose = nil, go_on
    else
      entry.choose = resuming(go_on, entry.choose, names)
    end
  end
end

--- The guard that implements a monitor.
local function guard_of(entry, number, parts, names)
  local choose = checks.part(entry.choose)
  local function act(self)
    local state = entry.state or check_returned(entry.choose, choose(self), names)
    if state == nil or state == self.state then return nil end
    return put_aside(self, parts, number, state)
  end
  return {
    guard = entry.guard,
    choose = function(self)
      local memory, tick, at_work = self.monitors, self.world.tick, acting(self)
      local held_before = memory[number] == tick - 1 or at_work == number
      if not held_before and ((at_work and at_work < number) or is_turning(self, parts)) then return nil end
      memory[number] = tick
      if not held_before then return act(self) end
    end,
  }
end

local function check(where, record, declared)
  if #record.states == 0 then checks.fail(where, "interrupts", "there are no states to interrupt") end
  if declared.monitors ~= nil or record.memory.monitors ~= nil then
    checks.fail(where, "interrupts", "remember in 'monitors', which is already the name of a slot or memory")
  end
end

local function check_entries(where, record, names, list)
  for index, entry in ipairs(record.monitors) do
    local path = "interrupts[" .. index .. "]"
    if not entry.state and not entry.choose then
      checks.fail(where, path .. "[2]", "a state's name or a function expected")
    end
    if entry.state and not names[entry.state] then
      checks.fail(where, path .. "[2]", "no state '" .. entry.state .. "'" .. checks.suggestion(entry.state, list))
    end
  end
end

--- The names that identify monitors across a reload: the state each leads to, or "(function)", and its place among
--- those of the same name.
local function names_of(list)
  local names, count = {}, {}
  for number, entry in ipairs(list) do
    local name = entry.state or "(function)"
    count[name] = (count[name] or 0) + 1
    names[number] = { name = name, place = count[name] }
  end
  return names
end

local function find_name(names, name, place)
  for number, entry in ipairs(names) do
    if entry.name == name and entry.place == place then return number end
  end
end

--- Convert an agent's monitor memory for reloaded code. Monitors are matched by name (`old` is nil if the names
--- before are not known), states by `after`, which maps an old name to the current one, or to nil if it is gone.
--- Returns the states put aside that have been lost since the previous code, which had the states in the set `had`;
--- the next to be resumed comes first. Their entries are kept, for code that has them again.
function monitors.move(memory, old, new, had, after)
  local numbers, held, gone = {}, {}, {}
  for number, entry in ipairs(old or {}) do
    numbers[number] = find_name(new, after(entry.name) or entry.name, entry.place)
    held[number], memory[number] = memory[number], nil
  end
  for number, tick in pairs(held) do
    if numbers[number] then memory[numbers[number]] = tick end
  end
  local aside = memory.aside or {}
  for index = #aside, 1, -1 do
    local entry = aside[index]
    local was, now = entry.instead or entry.state, after(entry.state)
    if now then
      entry.state, entry.instead = now, nil
    else
      local instead = entry.instead and after(entry.instead)
      if not instead and had[was] then gone[#gone + 1] = was end
      entry.instead = instead or entry.instead
    end
    entry.action = after(entry.action) or entry.action
    if old then entry.number = numbers[entry.number] end
  end
  return gone
end

--- Resume `state` in place of a state put aside that is gone.
function monitors.replace(memory, gone, state)
  for _, entry in ipairs(memory.aside or {}) do
    if (entry.instead or entry.state) == gone then entry.instead = state end
  end
end

--- Put a kind's monitors before its guards, and let its states be put aside and resumed.
function monitors.add(where, record, declared)
  check(where, record, declared)
  local parts, names, list = {}, {}, {}
  for index, state in ipairs(record.states) do
    if state.name == monitors.RESUME then
      checks.fail(where, "states.resume", "means the state that a monitor interrupted")
    end
    names[state.name], list[index], parts[state.name] = true, state.name, state.adds
  end
  check_entries(where, record, names, list)
  local function go_on(self) return resume(self, parts, names, record.initial) end
  for _, state in ipairs(record.states) do
    if state.adds then take_up(state, state.adds) end
    state.step = resuming(go_on, state.step, names)
    resume_in(state.on, go_on, names)
  end
  record.step = resuming(go_on, record.step, names)
  resume_in(record.on, go_on, names)
  local guards = {}
  for number, entry in ipairs(record.monitors) do guards[number] = guard_of(entry, number, parts, names) end
  record.on = table.move(record.on, 1, #record.on, #guards + 1, guards)
  record.memory.monitors = {}
  record.monitor_names = names_of(record.monitors)
end

return monitors
