-- Tom gives up only where he last saw Jerry, or after eight seconds without seeing him, and never later. He sometimes
-- catches Jerry, sometimes finds him again, and sometimes loses him; after losing sight of him, he finds him again more
-- often when he runs on the way Jerry was running. Nobody is inside a block.

local RADIUS, DEEP = 0.3, 0.05             -- m, of a body, and into a block
local MIDDLES, BLOCK = { -14, 0, 14 }, 9   -- m: nine blocks
local THERE = 0.86                         -- m: his radius, half a meter, and how far he runs in a tick
local GIVE_UP = 8                          -- s
local TICK = 1 / 60                        -- s

--- How far a body reaches into the deepest block; below zero into none.
local function depth(x, y)
  local deepest = -math.huge
  for _, bx in ipairs(MIDDLES) do
    for _, by in ipairs(MIDDLES) do
      local aside, ahead = math.abs(x - bx) - BLOCK / 2, math.abs(y - by) - BLOCK / 2
      local outside = math.sqrt(math.max(aside, 0) ^ 2 + math.max(ahead, 0) ^ 2)
      deepest = math.max(deepest, RADIUS - outside - math.min(math.max(aside, ahead), 0))
    end
  end
  return deepest
end

--- Five minutes of chasing: adds the outcomes to the counts.
local function chase(world, counts)
  local tom, jerry = world:agents("tom")(), world:agents("jerry")()
  local last, nearest, since -- where he last saw him; how close he has come to that; for how long, in seconds
  world:step(18000, function()
    local his, place = tom.position, jerry.position
    assert(depth(his.x, his.y) <= DEEP and depth(place.x, place.y) <= DEEP, "somebody is in a block")
    local chases = world:monitor("chasing") == 1
    if chases and world:monitor("seen") == 1 then
      if nearest then counts.found = counts.found + 1 end
      last, nearest, since = place, nil, 0
    elseif chases and last then
      if not nearest then counts.unseen = counts.unseen + 1 end
      since = since + TICK
      assert(since <= GIVE_UP + 2 * TICK, "he does not give up")
      nearest = math.min(nearest or math.huge, (his - last):length())
    else
      if nearest then
        counts.gave_up = counts.gave_up + 1
        assert(nearest <= THERE or since >= GIVE_UP - 2 * TICK, "he gives up too early")
      end
      last, nearest = nil, nil
    end
  end)
  counts.caught = counts.caught + world:monitor("caught")
end

return {
  ["he gives up where he last saw him, and extrapolation finds him more often"] = function(t)
    local with = { unseen = 0, found = 0, gave_up = 0, caught = 0 }
    local without = { unseen = 0, found = 0, gave_up = 0, caught = 0 }
    t:seeds(6, function()
      chase(t:world { settings = { extrapolate = true } }, with)
      chase(t:world { settings = { extrapolate = false } }, without)
    end)
    for _, counts in ipairs { with, without } do
      print(("%d out of sight, %d found again, %d given up, %d caught"):format(counts.unseen, counts.found,
        counts.gave_up, counts.caught))
      assert(counts.caught > 0 and counts.found > 0 and counts.gave_up > 0, "one of the three never happens")
    end
    assert(with.found / with.unseen > without.found / without.unseen, "extrapolation does not help")
  end,
}
