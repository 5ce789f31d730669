-- In a minute the herd flees and calms down several times. Nobody leaves the bounds or stays inside a tree, and caribou
-- keep apart.

local forest = require "forest"

local TREES, WIDTH, DEPTH = 110, 200, 120 -- as main.lua has them
local RADIUS = 0.8                        -- m, of a caribou
local EVERY = 6                           -- ticks between looks

local function open(t) return t:world { settings = { trees = TREES } } end

--- Calls `look` every few ticks for a minute.
local function watch(world, look)
  world:step(3600, function() if world.tick % EVERY == 0 then look() end end)
end

--- The trees as the sample plants them, in a world that only records them.
local function planted()
  local trees, notebook = {}, { memory = {} }
  function notebook.obstacle(_, def) trees[#trees + 1] = def.sphere end
  forest.plant(notebook, TREES)
  assert(#trees == TREES)
  return trees
end

local function is_inside(trees, x, y)
  for _, tree in ipairs(trees) do
    if (x - tree.x) ^ 2 + (y - tree.y) ^ 2 < tree.radius ^ 2 then return true end
  end
  return false
end

--- How many pairs at a time touch, and overlap by more than a radius, on average; and the longest that two stay so.
local function crowding(world)
  local touching, deep, longest, looks, since = 0, 0, 0, 0, {}
  watch(world, function()
    local xs, ys, ids, now, still = {}, {}, {}, world.time, {}
    for agent in world:agents("caribou") do
      xs[#xs + 1], ys[#ys + 1], ids[#ids + 1] = agent.x, agent.y, agent.id
    end
    for i = 1, #xs do
      local x, y = xs[i], ys[i]
      for j = i + 1, #xs do
        local square = (x - xs[j]) ^ 2 + (y - ys[j]) ^ 2
        if square < (2 * RADIUS) ^ 2 then touching = touching + 1 end
        if square < RADIUS ^ 2 then
          local pair = ids[i] * 1000 + ids[j]
          still[pair] = since[pair] or now
          deep, longest = deep + 1, math.max(longest, now - still[pair])
        end
      end
    end
    since, looks = still, looks + 1
  end)
  print(("%.2f pairs touch, %.2f are in each other for %.1f s"):format(touching / looks, deep / looks, longest))
  return touching / looks, deep / looks, longest
end

--- The longest that somebody is inside a tree, in seconds. Fails if somebody is out of bounds.
local function longest_stay(world, trees)
  local since, longest = {}, 0
  watch(world, function()
    local now = world.time
    for agent in world:agents() do
      local x, y, id = agent.x, agent.y, agent.id
      assert(x >= 0 and x <= WIDTH and y >= 0 and y <= DEPTH, "somebody is out of bounds")
      since[id] = is_inside(trees, x, y) and (since[id] or now) or nil
      if since[id] then longest = math.max(longest, now - since[id]) end
    end
  end)
  print(("inside a tree for %.1f s at most"):format(longest))
  return longest
end

return {
  ["the herd flees and calms down three times"] = function(t)
    t:seeds(5, function()
      local world = open(t)
      local flees, flights, calmed = false, 0, 0
      watch(world, function()
        local share = world:monitor("fleeing") / world:monitor("caribou")
        if not flees and share > 0.30 then flees, flights = true, flights + 1 end
        if flees and share < 0.05 then flees, calmed = false, calmed + 1 end
      end)
      print(("the herd fled %d times and calmed down %d times"):format(flights, calmed))
      assert(flights >= 3 and calmed >= 3)
    end)
  end,

  ["nobody is out of bounds, or inside a tree for longer than a second"] = function(t)
    assert(longest_stay(open(t), planted()) <= 1, "somebody stays inside a tree")
  end,

  ["that holds on average over the seeds"] = function(t)
    local sum = 0
    local count = t:seeds(5, function() sum = sum + longest_stay(open(t), planted()) end)
    assert(sum / count <= 1, "somebody stays inside a tree")
  end,

  ["no two caribou overlap for longer than a second"] = function(t)
    local touching, _, longest = crowding(open(t))
    assert(touching <= 8, "too many touch")
    assert(longest <= 1, "two stay inside each other")
  end,

  ["over the seeds, fewer than one pair at a time overlaps"] = function(t)
    local sum = 0
    local count = t:seeds(5, function()
      local touching, deep = crowding(open(t))
      assert(touching <= 8, "too many touch")
      sum = sum + deep
    end)
    assert(sum / count < 1, "too many are in each other")
  end,
}
