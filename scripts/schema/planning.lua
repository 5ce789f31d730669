-- Plans: the cheapest order of actions after which some facts hold, by A* from the goal back to what holds now
-- (J. Orkin, Three States and a Plan: The A.I. of F.E.A.R., 2006).
--
-- Facts are numbered, and so are the values of each: 0 is any value. What holds now and what is required are lists of
-- such numbers, one for each fact; so is what each action `needs` and `gives`. A node of the search requires `open`;
-- `action` and `next` lead from it to the goal, at the cost `spent`. Equal costs are decided by the order of the
-- actions.

local planning = {}

--- Whether a node comes before another: by its estimate, then the nearer to the end, then the earlier.
local function is_before(a, b)
  if a.estimate ~= b.estimate then return a.estimate < b.estimate end
  if a.spent ~= b.spent then return a.spent > b.spent end
  return a.number < b.number
end

local function push(heap, node)
  local at = #heap + 1
  while at > 1 and is_before(node, heap[at // 2]) do
    heap[at] = heap[at // 2]
    at = at // 2
  end
  heap[at] = node
end

local function pop(heap)
  local first, last = heap[1], table.remove(heap)
  local count = #heap
  if count == 0 then return first end
  local at = 1
  while 2 * at <= count do
    local child = 2 * at
    if child < count and is_before(heap[child + 1], heap[child]) then child = child + 1 end
    if not is_before(heap[child], last) then break end
    heap[at] = heap[child]
    at = child
  end
  heap[at] = last
  return first
end

--- How many required facts do not hold now.
local function count_missing(open, held)
  local count = 0
  for fact = 1, #open do
    local value = open[fact]
    if value ~= 0 and value ~= held[fact] then count = count + 1 end
  end
  return count
end

--- What has to hold before an action so that `open` holds after it; nil if the action does not help.
local function before(action, open)
  local gives, needs, helps, required = action.gives, action.needs, false, {}
  for fact = 1, #open do
    local value, given, needed = open[fact], gives[fact], needs[fact]
    if given ~= 0 and value ~= 0 then
      if given ~= value then return nil end
      helps, value = true, 0
    end
    if value ~= 0 and needed ~= 0 and value ~= needed then return nil end
    required[fact] = needed ~= 0 and needed or value
  end
  return helps and required or nil
end

--- The least that a plan can cost for each fact that is missing.
local function least_for_each(actions, costs)
  local least, most = math.huge, 1
  for index, action in ipairs(actions) do
    if costs[index] then
      local gives = 0
      for _, value in ipairs(action.gives) do gives = gives + (value ~= 0 and 1 or 0) end
      least, most = math.min(least, costs[index]), math.max(most, gives)
    end
  end
  return least < math.huge and least / most or 0
end

local function list_of(node)
  local plan = {}
  while node.action do
    plan[#plan + 1] = node.action
    node = node.next
  end
  return plan
end

--- Find the cheapest plan from what is `held` to what is `wanted`: a list of actions by number. `costs` has the cost
--- of each action, or false for one that is left out. Looks at no more than `limit` nodes. Without a plan, returns nil
--- and whether it gave up.
function planning.search(actions, held, wanted, costs, limit)
  local each = least_for_each(actions, costs)
  local root = { open = wanted, key = table.concat(wanted, " "), spent = 0, estimate = 0, number = 1 }
  local heap, best, count, looked = { root }, { [root.key] = 0 }, 1, 0
  while #heap > 0 do
    local node = pop(heap)
    if count_missing(node.open, held) == 0 then return list_of(node) end
    if looked == limit then return nil, true end
    looked = looked + 1
    -- A node that was reached at less cost since has been looked at.
    for index = 1, node.spent == best[node.key] and #actions or 0 do
      local open = costs[index] and before(actions[index], node.open)
      local key = open and table.concat(open, " ")
      local spent = open and node.spent + costs[index]
      if open and (not best[key] or spent < best[key]) then
        count, best[key] = count + 1, spent
        push(heap, {
          open = open, key = key, spent = spent, estimate = spent + each * count_missing(open, held), number = count,
          action = index, next = node,
        })
      end
    end
  end
  return nil, false
end

return planning
