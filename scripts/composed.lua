-- States made of parts: shared by behavior trees, utility choice and subsumption.
--
-- Such a state keeps data between ticks in a memory field that it adds to its kind, so snapshots and reloads keep
-- that data, too. `code` in the memory names the parts that wrote it. When a reload brings other parts, the state
-- continues if it can adopt the data, and starts over if not. The blends of its parts become named blends of the
-- kind.
--
-- In scenarios that are explained (in a window, or with --explain), `core.note` notes what each part did in the last
-- step: see dv_scenario_list_parts. Parts are noted by their numbers in the list `more.parts`. In others, there is no
-- `core.note`, and nothing is listed.

local core, checks = ...

local composed = {}

---Keys besides the parts.
---@class drover.composed
---@field speed? drover.quantity m/s
---@field leaves? table<drover.field_name, drover.quantity> like a state's
---@field steer? drover.steering what moves it while no part steers
---@field stress? drover.stress_list what it minds about its next step or velocity
---@field enter? fun(self: drover.self, from: drover.state_name?) like a state's
---@field leave? fun(self: drover.self, to: drover.state_name) like a state's
---@field think? integer run its parts every k-th tick only
---@field on? drover.guard_entry[] like a state's
---@field color? drover.color like a state's
---@field renamed_from? string|string[] like a state's

composed.KEYS = { "speed", "leaves", "steer", "stress", "enter", "leave", "think", "on", "color", "renamed_from" }

local function forget(memory)
  for key in pairs(memory) do memory[key] = nil end
end

--- The keys that a definition may have: those of a state, and `more`.
function composed.keys(more)
  local keys = {}
  for _, key in ipairs(composed.KEYS) do keys[#keys + 1] = key end
  for _, key in ipairs(more) do keys[#keys + 1] = key end
  return keys
end

local function nothing() end

--- Make a state from `def` that keeps its data in the memory `name`. `blends` has its parts' blends by key, and
--- `targets` the states it may switch to, by the keys of `def` that name them. `step` is called with the agent, the
--- memory and dt. `more` may have `slots` for the kind, with their types; `numbers` that name
--- slots and settings; `clean`, called with the agent and the
--- memory before the data is forgotten; `adopt`, which converts data of other code, or returns false if it cannot;
--- `again`, called when the state is resumed after a monitor put it aside; `parts`, see composed.listed; and `family`,
--- what people call such a state, if not by the name of its memory.
function composed.state(def, name, code, blends, targets, step, more)
  local state = {}
  for _, key in ipairs(composed.KEYS) do state[key] = def[key] end
  more = more or {}
  if core.note then step = composed.noted(step) end
  local clean, adopt = more.clean or nothing, more.adopt or nothing
  local enter, leave = checks.part(def.enter), more.clean and checks.part(def.leave)
  local function begin(self)
    local memory = self[name]
    clean(self, memory)
    forget(memory)
    memory.code = code
    return memory
  end
  --- Whether a memory is from these parts, or could be adopted by them.
  local function is_own(self, memory)
    if memory.code ~= code and not (memory.code and adopt(self, memory)) then return false end
    memory.code = code
    return true
  end
  --- Continue with the memory of other code, or start over.
  local function take_over(self, memory)
    if is_own(self, memory) then
      composed.steer(self, memory, memory.steered)
      return memory
    end
    self:steer()
    return begin(self)
  end
  local function again(self, memory)
    if is_own(self, memory) then return (more.again or composed.again)(self, memory) end
    begin(self)
  end
  function state.enter(self, from)
    begin(self)
    if enter then return enter(self, from) end
  end
  function state.step(self, dt)
    local memory = self[name]
    if memory.code ~= code then memory = take_over(self, memory) end
    return step(self, memory, dt)
  end
  if more.clean then
    function state.leave(self, to)
      clean(self, self[name])
      if leave then return leave(self, to) end
    end
  end
  local adds = core.mark("composed", {
    memory = name, blends = blends, targets = targets, slots = more.slots or {}, numbers = more.numbers or {},
    clean = clean, again = again, entered = enter, parts = more.parts, family = more.family or name,
  })
  return setmetatable(state, { adds = adds })
end

-- Explaining

composed.note = core.note

--- A step whose parts are noted.
function composed.noted(step)
  return function(self, memory, dt)
    core.begin_notes()
    return step(self, memory, dt)
  end
end

--- The names of what a behavior or blend is made of: "separation, seek".
function composed.summary(steering)
  if core.type(steering) ~= "blend" then return steering and (tostring(steering):gsub("^steer%.", "")) end
  local names = {}
  for index, part in ipairs(core.parts(steering)) do
    names[index] = composed.summary(core.type(part) == "table" and part[1] or part)
  end
  return table.concat(names, ", ")
end

--- List parts as people see them, or nil unless the scenario is explained. Each has a `depth` and, if known, a `type`,
--- a `name` or a function `call` that stands for it (if `brief`, only by its name), `detail` beside these, and `where`
--- it is written. Notes are numbered by the places in this list.
function composed.listed(parts, describe)
  if not core.note then return nil end
  local list = {}
  for index, part in ipairs(parts) do list[index] = describe(part) end
  return list
end

--- Steer by the blend of a part; with a nil key, by the state's own.
function composed.steer(self, memory, key)
  memory.steered = key
  self:steer(key and self.state .. "/" .. key)
end

--- Steer again by what steered when the state was put aside.
function composed.again(self, memory)
  if memory.steered then composed.steer(self, memory, memory.steered) end
end

-- Parts that take turns: options and layers

local PART_KEYS = { "steer", "enter", "step" }

--- Check a part. Its function at the key `deciding` says when it gets its turn.
function composed.part(where, path, def, deciding, optional, more)
  checks.type(where, path, def, "table")
  local keys = { deciding, table.unpack(PART_KEYS) }
  for _, key in ipairs(more) do keys[#keys + 1] = key end
  checks.keys(where, path, def, keys)
  if def[deciding] ~= nil or not optional then
    checks.type(where, path .. "." .. deciding, def[deciding], "function")
  end
  local part = {
    [deciding] = checks.part(def[deciding]),
    steer = checks.steer(where, path .. ".steer", def.steer),
    enter = checks.part(checks.optional(where, path .. ".enter", def.enter, "function")),
    step = checks.part(checks.optional(where, path .. ".step", def.step, "function")),
  }
  if core.note then
    local call = def[deciding] or def.step or def.enter
    part.told, part.detail = def[deciding], composed.summary(def.steer)
    local place = call and core.place(call) or ""
    part.where = place ~= "" and place:sub(1, -3) or where
  end
  return part
end

--- Give the turn to a part, or to none if `part` is nil. Returns what its step returns.
function composed.turn(self, memory, part, dt)
  local key = part and part.key
  if memory.turn ~= key then
    memory.turn = key
    composed.steer(self, memory, part and part.steer and key or nil)
    if part and part.enter then part.enter(self) end
  end
  if part and part.step then return part.step(self, dt) end
end

if core.note then
  local turn = composed.turn
  function composed.turn(self, memory, part, dt)
    if not part then return turn(self, memory, part, dt) end
    core.note(part.number, "begun")
    local state = turn(self, memory, part, dt)
    core.note(part.number, "running", nil, part.is_held and "held")
    return state
  end
end

--- The code that identifies the parts, and their blends.
function composed.code(parts)
  local code, blends = {}, {}
  for index, part in ipairs(parts) do
    code[index] = part.key .. (part.steer and "/" or "")
    blends[part.key] = part.steer
  end
  return table.concat(code, " "), blends
end

--- What a decision function returned, for messages.
function composed.given(value)
  return core.type(value) == "string" and "'" .. value .. "'" or core.type(value)
end

--- The number that a function of the scenario returned.
function composed.number(where, path, value)
  if math.type(value) and value == value then return value end
  checks.fail(where, path, "a number expected, got " .. (math.type(value) and "nan" or composed.given(value)))
end

--- The bonus of the choice that has been made, 0 by default.
function composed.inertia(where, path, value)
  if value == nil then return 0 end
  if checks.finite(where, path, value) < 0 then checks.fail(where, path, value .. " is below 0") end
  return value
end

return composed
