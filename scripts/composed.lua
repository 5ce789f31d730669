-- States made of parts: what behavior trees, utility choice and subsumption share.
--
-- What such a state remembers between ticks is data in a field of memory that it adds to its kind, so
-- snapshots and reloads keep it. `code` there says what was remembered by which parts: when other code
-- has others, the state goes on where it can adopt that, and begins again where it cannot. The blends of
-- its parts become named ones of the kind.

local core, checks = ...

local composed = {}

composed.KEYS = { "speed", "steer", "stress", "enter", "leave", "think", "on", "renamed_from" }

local function forget(memory)
  for key in pairs(memory) do memory[key] = nil end
end

--- Keys that a definition may have: those of a state and more.
function composed.keys(more)
  local keys = {}
  for _, key in ipairs(composed.KEYS) do keys[#keys + 1] = key end
  for _, key in ipairs(more) do keys[#keys + 1] = key end
  return keys
end

local function nothing() end

--- A state with what `def` says of it that remembers in the memory `name`. `blends` have keys
--- of their parts, `targets` are states it may switch to by the keys that name them; `step` is called with the
--- memory after the agent. `more` may name `slots` of the kind with their types; what to `clean` up, of the agent and
--- the memory, before that is forgotten; how to `adopt` what parts of other code remember, false where that cannot be;
--- and what to do `again` when it was put aside and is taken up (see monitors).
function composed.state(def, name, code, blends, targets, step, more)
  local state = {}
  for _, key in ipairs(composed.KEYS) do state[key] = def[key] end
  more = more or {}
  local clean, adopt = more.clean or nothing, more.adopt or nothing
  local enter, leave = checks.part(def.enter), more.clean and checks.part(def.leave)
  local function begin(self)
    local memory = self[name]
    clean(self, memory)
    forget(memory)
    memory.code = code
    return memory
  end
  --- Whether a memory is that of these parts, or could be made so.
  local function is_own(self, memory)
    if memory.code ~= code and not (memory.code and adopt(self, memory)) then return false end
    memory.code = code
    return true
  end
  --- What goes on from the memory of other code.
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
    memory = name, blends = blends, targets = targets, slots = more.slots or {},
    clean = clean, again = again, entered = enter,
  })
  return setmetatable(state, { adds = adds })
end

--- Steer by the blend of a part, or with nil by the state's own.
function composed.steer(self, memory, key)
  memory.steered = key
  self:steer(key and self.state .. "/" .. key)
end

--- What steered when the state was put aside steers again.
function composed.again(self, memory)
  if memory.steered then composed.steer(self, memory, memory.steered) end
end

-- Parts that take turns: options and layers

local PART_KEYS = { "steer", "enter", "step" }

--- A part with a function that says when it has its turn.
function composed.part(where, path, def, deciding, optional, more)
  checks.type(where, path, def, "table")
  local keys = { deciding, table.unpack(PART_KEYS) }
  for _, key in ipairs(more) do keys[#keys + 1] = key end
  checks.keys(where, path, def, keys)
  if def[deciding] ~= nil or not optional then
    checks.type(where, path .. "." .. deciding, def[deciding], "function")
  end
  return {
    [deciding] = checks.part(def[deciding]),
    steer = checks.steer(where, path .. ".steer", def.steer),
    enter = checks.part(checks.optional(where, path .. ".enter", def.enter, "function")),
    step = checks.part(checks.optional(where, path .. ".step", def.step, "function")),
  }
end

--- Give a part its turn, or with nil none; what its step returns.
function composed.turn(self, memory, part, dt)
  local key = part and part.key
  if memory.turn ~= key then
    memory.turn = key
    composed.steer(self, memory, part and part.steer and key or nil)
    if part and part.enter then part.enter(self) end
  end
  if part and part.step then return part.step(self, dt) end
end

--- What tells parts from others, and their blends.
function composed.code(parts)
  local code, blends = {}, {}
  for index, part in ipairs(parts) do
    code[index] = part.key .. (part.steer and "/" or "")
    blends[part.key] = part.steer
  end
  return table.concat(code, " "), blends
end

--- What a decision function gave, named for messages.
function composed.given(value)
  return core.type(value) == "string" and "'" .. value .. "'" or core.type(value)
end

return composed
