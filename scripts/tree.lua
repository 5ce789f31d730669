-- Behavior trees: drover.tree. Every node can be a state, so a tree can be used wherever a state can. As part of
-- another tree, it is just its nodes.
--
-- A node returns true (done), false (failed) or "running". A tree keeps its data in `self.tree`, by the numbers of
-- its nodes in the order in which they are written: which part of a sequence or selector is running, and since when a
-- node waits.

local core, checks, composed = ...

---What a function of `tree` returns. Use it as a state, or in another node.
---@class drover.tree_node: drover.state

---How a node ended: true or nil for done, false for failed, "running" to be asked again in the next tick.
---@alias drover.outcome true|false|"running"|nil

---@class (exact) drover.tree_nodes: drover.composed
---@field [integer] drover.tree_node the nodes, in order
---@field done? drover.state_name the state to go to when it is done; by default it starts over
---@field failed? drover.state_name the state to go to when it has failed

---Behavior trees. A node is a state, or part of another node.
---@class drover.tree
local tree = {}

--- Forget the data of a node and of all nodes below it.
local function forget(node, memory)
  for number = node.number, node.last do memory[number] = nil end
end

-- What nodes do

local run = {}

--- Continue with the running part, as long as the conditions before it hold.
function run.sequence(node, self, memory, dt)
  local parts, at = node.parts, memory[node.number] or 1
  for index = 1, at - 1 do
    local part = parts[index]
    if part.is_condition and not run[part.type](part, self, memory, dt) then
      forget(node, memory)
      return false
    end
  end
  for index = at, #parts do
    local outcome = run[parts[index].type](parts[index], self, memory, dt)
    if outcome ~= true then
      memory[node.number] = outcome == "running" and index or nil
      return outcome
    end
  end
  memory[node.number] = nil
  return true
end

--- Try all parts from the first in every tick, so that an earlier one interrupts the running one.
function run.selector(node, self, memory, dt)
  local parts, before = node.parts, memory[node.number]
  for index, part in ipairs(parts) do
    local outcome = run[part.type](part, self, memory, dt)
    if outcome ~= false then
      if before and before ~= index then forget(parts[before], memory) end
      memory[node.number] = outcome == "running" and index or nil
      return outcome
    end
  end
  memory[node.number] = nil
  return false
end

function run.invert(node, self, memory, dt)
  local part = node.parts[1]
  local outcome = run[part.type](part, self, memory, dt)
  return outcome == "running" and outcome or not outcome
end

function run.condition(node, self)
  return node.call(self) and true or false
end

function run.action(node, self, _, dt)
  local outcome = node.call(self, dt)
  if outcome == nil then return true end
  if outcome == true or outcome == false or outcome == "running" then return outcome end
  error(node.where .. ": tree." .. node.type .. ': true, false or "running" expected, got '
    .. composed.given(outcome), 0)
end

function run.steer(node, self, memory, dt)
  local outcome = "running"
  if node.call then outcome = run.action(node, self, memory, dt) end
  if outcome == "running" then memory.steers = node.number end
  return outcome
end

function run.wait(node, self, memory, dt)
  local now, since = self.state_time, memory[node.number]
  if not since or since > now then
    since = now
    memory[node.number] = since
  end
  if now - since < node.seconds - dt / 2 then return "running" end
  memory[node.number] = nil
  return true
end

if composed.note then
  for type, call in pairs(run) do
    run[type] = function(node, self, memory, dt)
      composed.note(node.number, "begun")
      local outcome = call(node, self, memory, dt)
      composed.note(node.number, outcome)
      return outcome
    end
  end
end

-- Making nodes

--- Copy a node and all nodes below it, numbered from `number` on, since one node may be used in several trees.
--- Collects in `blends` what its nodes steer by.
local function numbered(node, number, blends)
  local copy = { number = number, last = number }
  for key, value in pairs(node) do copy[key] = value end
  blends[number] = node.blend
  if node.parts then
    copy.parts = {}
    for index, part in ipairs(node.parts) do
      copy.parts[index] = numbered(part, copy.last + 1, blends)
      copy.last = copy.parts[index].last
    end
  end
  return copy
end

--- A node and all nodes below it in the order of their numbers, as people see them.
local function list_nodes(node, depth, list)
  local detail = node.seconds and string.format("%g s", node.seconds) or composed.summary(node.blend)
  list[#list + 1] = {
    depth = depth, type = node.type, call = node.told, brief = node.blend ~= nil, detail = detail, where = node.where,
  }
  for _, part in ipairs(node.parts or {}) do list_nodes(part, depth + 1, list) end
  return list
end

local function shape(node)
  if not node.parts then return node.type end
  local parts = {}
  for index, part in ipairs(node.parts) do parts[index] = shape(part) end
  return node.type .. "(" .. table.concat(parts, ",") .. ")"
end

local STATE_KEYS = composed.keys({ "done", "failed" })

--- The state that a node becomes when it is used as one.
local function state_of(node, def)
  local blends = {}
  local root = numbered(node, 1, blends)
  local function step(self, memory, dt)
    memory.steers = nil
    local outcome = run[root.type](root, self, memory, dt)
    if memory.steers ~= memory.steered then composed.steer(self, memory, memory.steers) end
    if outcome == true then return def.done end
    if outcome == false then return def.failed end
  end
  local state = composed.state(def, "tree", shape(node), blends, { done = def.done, failed = def.failed }, step, {
    parts = composed.note and list_nodes(node, 0, {}),
  })
  getmetatable(state).node = node
  for _, key in ipairs(STATE_KEYS) do
    if def[key] ~= nil then getmetatable(state).key = key end
  end
  return state
end

local function node_of(where, path, value)
  local class = core.type(value) == "table" and getmetatable(value)
  if not class or not class.node then
    checks.fail(where, path, "a node of a tree expected, got " .. core.type(value))
  end
  if class.key then checks.fail(where, path .. "." .. class.key, "only the whole tree is a state") end
  return class.node
end

--- Sequences and selectors: a list of nodes, plus settings of the state.
local function composite(type)
  return function(where, def)
    local path = "tree." .. type
    checks.type(where, path, def, "table")
    local node, settings = { type = type, where = where, parts = {}, is_condition = true }, {}
    for key, value in pairs(def) do
      if math.type(key) == "integer" then
        if key ~= #node.parts + 1 then checks.fail(where, path, "a list expected, found the key " .. key) end
        local part = node_of(where, path .. "[" .. key .. "]", value)
        node.parts[key] = part
        node.is_condition = node.is_condition and part.is_condition
      else
        settings[key] = value
      end
    end
    checks.keys(where, path, settings, STATE_KEYS)
    for _, key in ipairs({ "done", "failed" }) do checks.optional(where, path .. "." .. key, def[key], "string") end
    checks.optional(where, path .. ".enter", def.enter, "function")
    if #node.parts == 0 then checks.fail(where, path, "at least one node expected") end
    return state_of(node, settings)
  end
end

---Run nodes one after the other, until one fails. Conditions before the running node must keep holding.
---@param nodes drover.tree_nodes
---@return drover.tree_node
tree.sequence = composite("sequence")

---Run the first node that does not fail. Every tick starts over at the first node, so earlier nodes interrupt later
---ones.
---@param nodes drover.tree_nodes
---@return drover.tree_node
tree.selector = composite("selector")

---Swap done and failed.
---@param node drover.tree_node
---@return drover.tree_node
function tree.invert(where, value)
  local part = node_of(where, "tree.invert", value)
  return state_of({ type = "invert", where = where, parts = { part }, is_condition = part.is_condition }, {})
end

---Done if the function returns a true value, otherwise failed.
---@param holds fun(self: drover.self): any
---@return drover.tree_node
function tree.condition(where, call)
  checks.type(where, "tree.condition", call, "function")
  local node = { type = "condition", where = where, told = call, call = checks.part(call), is_condition = true }
  return state_of(node, {})
end

---Call a function, which says whether it is done, failed, or running.
---@param act fun(self: drover.self, dt: number): drover.outcome
---@return drover.tree_node
function tree.action(where, call)
  checks.type(where, "tree.action", call, "function")
  return state_of({ type = "action", where = where, told = call, call = checks.part(call) }, {})
end

---Steer while the node is running: forever, or for as long as `act` says.
---@param steering drover.steering
---@param act? fun(self: drover.self, dt: number): drover.outcome
---@return drover.tree_node
function tree.steer(where, blend, call)
  if blend == nil then checks.fail(where, "tree.steer", "a behavior or blend expected, got nil") end
  checks.steer(where, "tree.steer", blend)
  checks.optional(where, "tree.steer", call, "function")
  return state_of({ type = "steer", where = where, blend = blend, told = call, call = checks.part(call) }, {})
end

---Wait: running for some seconds, then done.
---@param seconds number
---@return drover.tree_node
function tree.wait(where, seconds)
  checks.finite(where, "tree.wait", seconds)
  if seconds < 0 then checks.fail(where, "tree.wait", seconds .. " is below 0 s") end
  return state_of({ type = "wait", where = where, seconds = seconds }, {})
end

return tree
