-- What a trail brings home, where it lies, and what the README's changes do.

local MINUTE = 60 * 60
local HEAPS = { { -19, 8 }, { 15, 11 }, { 11, -13 } } -- as in main.lua; the nest is at the origin

local function run(t, minutes, options)
  local world = t:world(options)
  world:step(minutes * MINUTE)
  return world, world:monitor "food"
end

local function changed(from, to)
  return {
    edits = {
      ["main.lua"] = function(source)
        local first, last = source:find(from, 1, true)
        return source:sub(1, first - 1) .. to .. source:sub(last + 1)
      end,
    },
  }
end

-- How far a point is from the straight line between the nest and a heap.
local function distance(x, y, heap)
  local length2 = heap[1] ^ 2 + heap[2] ^ 2
  local share = math.max(0, math.min(1, (x * heap[1] + y * heap[2]) / length2))
  return math.sqrt((x - share * heap[1]) ^ 2 + (y - share * heap[2]) ^ 2)
end

local function is_near(x, y)
  for _, heap in ipairs(HEAPS) do if distance(x, y, heap) < 2 then return true end end
  return false
end

local function share_on_trails(world)
  local scent, near, all = world:field "scent", 0, 0
  for x = -29.75, 29.75, 0.5 do
    for y = -19.75, 19.75, 0.5 do
      local amount = scent:at(x, y)
      all = all + amount
      if is_near(x, y) then near = near + amount end
    end
  end
  return near / all
end

return {
  ["with a scent, ants bring home three times as much food"] = function(t)
    t:seeds(5, function()
      local world, with = run(t, 3)
      local _, without = run(t, 3, { settings = { scent = 0 } })
      assert(with >= 3 * without, ("%d crumbs with scent, %d without"):format(with, without))
      local searching = world:monitor "searching"
      assert(searching <= 50, searching .. " of 100 ants are on no trail")
    end)
  end,

  ["after a minute, the scent lies along straight lines from the nest to the heaps"] = function(t)
    t:seeds(5, function()
      local share = share_on_trails(run(t, 1))
      assert(share >= 0.85, ("only %.2f of the scent"):format(share))
    end)
  end,

  ["without evaporation, ants stay on old trails"] = function(t)
    t:seeds(3, function()
      local world, before = run(t, 6, changed("evaporation = 0.1", "evaporation = 0"))
      world:step(MINUTE)
      t:equal(world:monitor "food", before, "food brought home after seven minutes")
      t:equal(world:monitor "following", 100, "ants that follow a trail")
    end)
  end,

  -- With the sample as it is, 693 to 825 crumbs.
  ["a scent that spreads makes no trails"] = function(t)
    t:seeds(5, function()
      local _, food = run(t, 3, changed("diffusion = 0.02", "diffusion = 0.5"))
      assert(food <= 350, food .. " crumbs")
    end)
  end,

  -- With the sample as it is, 411 to 529 crumbs.
  ["ants that roam too much lose the trail"] = function(t)
    t:seeds(5, function()
      local _, food = run(t, 2, changed("{ roam, 0.3 }", "{ roam, 2 }"))
      assert(food <= 300, food .. " crumbs")
    end)
  end,
}
