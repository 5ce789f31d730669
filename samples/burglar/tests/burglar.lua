-- The officer notices the burglar as often as the probability says, over the ticks in which he could have, give or
-- take four standard deviations; never when he isn't aware at all, though he sees him. Once he has noticed him, he
-- arrests or loses him. However often he is interrupted, he skips no corner of his beat. Nobody is inside a house.

local town = require "town"

local RADIUS, DEEP = 0.3, 0.05 -- m, of a body, and into a house
local FROM = 0.9               -- m from a corner: his radius, half a meter, and how far he runs in a tick

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

--- A test of ten minutes at a degree of awareness, with the probability per second that people.lua gives it.
local function noticing(aware, probability)
  return function(t)
    local seen, unnoticed, noticed, arrests, lost = 0, 0, 0, 0, 0
    t:seeds(5, function()
      local world = t:world { settings = { officer = aware } }
      world:step(36000, function()
        seen, unnoticed = seen + world:monitor("seen"), unnoticed + world:monitor("unnoticed")
        local open = world:monitor("noticed") - world:monitor("arrests") - world:monitor("lost")
        assert(open == 0 or open == 1, "noticed, but neither arrested, lost nor chased")
      end)
      noticed, arrests = noticed + world:monitor("noticed"), arrests + world:monitor("arrests")
      lost = lost + world:monitor("lost")
    end)
    local expected = unnoticed * (1 - math.pow(1 - probability, 1 / 60))
    print(("noticed %d times, %.1f expected; %d arrests, %d lost"):format(noticed, expected, arrests, lost))
    assert(seen > 0, "he never sees him")
    assert((noticed - expected) ^ 2 <= 16 * expected, "he notices him too often or too seldom")
    if aware == 1 then assert(arrests > 0 and lost > 0, "he does not both arrest and lose the burglar") end
  end
end

return {
  ["an officer who is not aware notices nobody"] = noticing(0, 0),
  ["a half aware officer notices as often as the model says"] = noticing(0.5, 0.45),
  ["so does a fully aware one, who arrests or loses the burglar"] = noticing(1, 0.95),

  ["he skips no corner of his beat, and nobody is in a house"] = function(t)
    t:seeds(5, function()
      local world = t:world { settings = { officer = 1 } }
      local officer = world:agents("officer")()
      local corner, noticed, is_interrupted, resumed = nil, nil, false, 0
      world:step(18000, function()
        for agent in world:agents() do assert(depth(agent.x, agent.y) <= DEEP, "somebody is in a house") end
        local now = world:monitor("corner")
        if corner and now ~= corner then
          assert(now == corner % #town.BEAT + 1, "a corner is passed over")
          assert((officer.position - town.BEAT[corner]):length() <= FROM, "a corner is cut")
          if is_interrupted then resumed = resumed + 1 end
          is_interrupted = false
        end
        local count = world:monitor("noticed")
        if noticed and count > noticed then is_interrupted = true end
        corner, noticed = now, count
      end)
      assert(resumed > 0, "he is never interrupted on his way")
    end)
  end,
}
