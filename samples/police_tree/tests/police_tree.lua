-- At each degree of awareness the officer notices the burglar as often as the probability says, over the ticks in
-- which he could have, give or take four standard deviations; never when he isn't aware at all, though he sees him.
-- He arrests some burglars and loses some, and makes more arrests when fully aware. Nobody is inside a house, and the
-- officer gives up on a burglar who is out of sight only where he last saw him.

local town = require "town"

local RADIUS, DEEP = 0.3, 0.05 -- m, of a body, and into a house
local THERE = 1                -- m from where he was last seen

--- How far a body reaches into the deepest house; below zero into none.
local function depth(x, y)
  local deepest = -math.huge
  for _, house in ipairs(town.HOUSES) do
    local aside, ahead = math.abs(x - house[1]) - house[3] / 2, math.abs(y - house[2]) - house[4] / 2
    local outside = math.sqrt(math.max(aside, 0) ^ 2 + math.max(ahead, 0) ^ 2)
    deepest = math.max(deepest, RADIUS - outside - math.min(math.max(aside, ahead), 0))
  end
  return deepest
end

--- Runs ten minutes with each seed at a degree of awareness, for which people.lua has that probability per second of
--- noticing. Returns the arrests.
local function patrol(t, aware, probability)
  local seen, unnoticed, noticed, arrests, lost = 0, 0, 0, 0, 0
  t:seeds(6, function()
    local world = t:world { settings = { officer = aware } }
    world:step(36000, function()
      seen, unnoticed = seen + world:monitor("seen"), unnoticed + world:monitor("unnoticed")
    end)
    noticed, arrests = noticed + world:monitor("noticed"), arrests + world:monitor("arrests")
    lost = lost + world:monitor("lost")
  end)
  local expected = unnoticed * (1 - math.pow(1 - probability, 1 / 60))
  print(("aware %g: noticed %d times, %.1f expected; %d arrests, %d lost"):format(aware, noticed, expected, arrests,
    lost))
  assert(seen > 0, "he never sees him")
  assert((noticed - expected) ^ 2 <= 16 * expected, "he notices him too often or too seldom")
  assert(aware == 0 or (arrests > 0 and lost > 0), "he does not both arrest and lose burglars")
  return arrests
end

return {
  ["an officer who is not aware notices nobody"] = function(t) patrol(t, 0, 0) end,
  ["a half aware officer notices as often as the model says"] = function(t) patrol(t, 0.5, 0.45) end,
  ["a fully aware officer makes more arrests than a barely aware one"] = function(t)
    local few = patrol(t, 0.1, 0.05)
    assert(patrol(t, 1, 0.95) > few, "awareness does not help")
  end,

  ["he gives up out of sight only where he last saw the burglar"] = function(t)
    local searches = 0
    t:seeds(5, function()
      local world = t:world { settings = { officer = 1 } }
      local officer, burglar = world:agents("officer")(), world:agents("burglar")()
      local last, nearest, lost -- where he last saw him; how close he has come to that since; how many he had lost
      world:step(36000, function()
        local his, place = officer.position, burglar.position
        assert(depth(his.x, his.y) <= DEEP and depth(place.x, place.y) <= DEEP, "somebody is in a house")
        local chases, lost_now = world:monitor("chased") == 1, world:monitor("lost")
        if chases and world:monitor("seen") == 1 then
          last, nearest = place, nil
        elseif chases and last then
          nearest = math.min(nearest or math.huge, (his - last):length())
        else
          if nearest and lost_now > lost then
            searches = searches + 1
            assert(nearest <= THERE, "he gives up too early")
          end
          last, nearest = nil, nil
        end
        lost = lost_now
      end)
    end)
    assert(searches > 0, "he never gives up on a burglar out of sight")
  end,
}
