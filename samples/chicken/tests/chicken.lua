-- In ten minutes, hens cross the road, dash off it before cars, and are never hit; thinkers, who look up every four
-- seconds, are. Chickens that look up twice a second aren't. Hens are hit without the layer that dashes, and when half
-- a second is all it has. The last three run changed code: `edits` shows that a test can fail.

local TICKS = 10 * 60 * 60

--- An edit that replaces `from`, which has to be there, with `to`.
local function writing(from, to)
  return function(source)
    local first, last = source:find(from, 1, true)
    return source:sub(1, first - 1) .. to .. source:sub(last + 1)
  end
end

local function hit(world)
  world:step(TICKS)
  return world:monitor("hens_hit"), world:monitor("thinkers_hit")
end

return {
  ["hens cross and dash, and none is hit; thinkers are"] = function(t)
    t:seeds(8, function()
      local world, dashes, dashing = t:world(), 0, 0
      world:step(TICKS, function()
        local now = world:monitor("dashing")
        dashes, dashing = dashes + math.max(now - dashing, 0), now
      end)
      t:equal(world:monitor("hens_hit"), 0, "hens hit")
      assert(world:monitor("hens_over") > 0, "no hen crosses")
      assert(dashes > 0, "no hen is surprised")
      assert(world:monitor("thinkers_hit") > 0, "no thinker is hit")
    end)
  end,

  ["chickens that look up twice a second are not hit"] = function(t)
    t:seeds(5, function()
      local hens, thinkers = hit(t:world { edits = { ["main.lua"] = writing("THOUGHT = 240", "THOUGHT = 30") } })
      t:equal(hens + thinkers, 0, "hit")
    end)
  end,

  ["hens are hit without the layer that dashes"] = function(t)
    t:seeds(5, function()
      local no_layer = writing("when = is_upon", "when = function() return false end")
      local hens = hit(t:world { edits = { ["chicken.lua"] = no_layer } })
      assert(hens > 0, "no hen is hit")
    end)
  end,

  ["hens are hit when that layer has only half a second"] = function(t)
    t:seeds(5, function()
      local hens = hit(t:world { edits = { ["chicken.lua"] = writing("ALARM = 2", "ALARM = 0.5") } })
      assert(hens > 0, "no hen is hit")
    end)
  end,
}
