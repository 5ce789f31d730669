-- In three minutes, every stray is back with the herd within one, and there are several. Without cowboys, none comes
-- back.

local TICKS = 3 * 60 * 60
local EVERY = 10 -- ticks between looks

--- How many came back, and the longest that a cow was away, or still is, in seconds.
local function strays(world)
  local left, back, longest = {}, 0, 0
  world:step(TICKS, function()
    if world.tick % EVERY > 0 then return end
    local now = world.time
    for cow in world:agents("cow") do
      local id = cow.id
      if cow.state ~= "grazing" then
        left[id] = left[id] or now
        longest = math.max(longest, now - left[id])
      elseif left[id] then
        longest = math.max(longest, now - left[id])
        left[id], back = nil, back + 1
      end
    end
  end)
  return back, longest
end

local function strays_of(world)
  local back, longest = strays(world)
  print(("%d strays came back, the longest away %.1f s"):format(back, longest))
  assert(back >= 5, "too few strays")
  return math.floor(longest)
end

return {
  ["strays come back within a minute"] = function(t)
    assert(strays_of(t:world()) <= 60, "a stray is away for too long")
  end,

  ["that holds on average over the seeds"] = function(t)
    local sum = 0
    local count = t:seeds(5, function() sum = sum + strays_of(t:world()) end)
    assert(sum / count <= 60, "strays are away for too long")
  end,

  ["a rider who changes his mount goes on with his order"] = function(t)
    t:seeds(5, function()
      local world, rider = t:world(), nil
      repeat
        world:step(10)
        for each in world:agents("cowboy", { state = "riding" }) do rider = each end
      until rider or world.tick > TICKS
      local stray, x, y = rider.stray, rider.x, rider.y
      world:input("setting", "mount", "motorcycle")
      world:step(2)
      t:equal(rider.kind, "motorcyclist", "his kind")
      t:equal(rider.stray, stray, "his order")
      t:equal(rider.state, "riding", "his state")
      assert(rider:distance(x, y) < 1, "he is somewhere else")
      t:equal(world:count "cowboy", 0, "cowboys on horses")
    end)
  end,

  ["without cowboys, none comes back"] = function(t)
    t:seeds(5, function() t:equal((strays(t:world { settings = { cowboys = 0 } })), 0, "came back") end)
  end,
}
