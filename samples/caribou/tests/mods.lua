-- What the mods in mods/ change.

-- The mean speed of the caribou in the first seconds, before a wolf is near.
local function pace(world)
  local sum, count = 0, 0
  world:step(240, function()
    for caribou in world:agents("caribou") do sum, count = sum + caribou.speed, count + 1 end
  end)
  return sum / count
end

-- The greatest value of a monitor in a number of ticks.
local function most(world, ticks, count)
  local value = 0
  world:step(ticks, function() value = math.max(value, count(world)) end)
  return value
end

local function standing(world)
  local count = 0
  for caribou in world:agents("caribou", { state = "startled" }) do
    local threat = caribou.threat
    if caribou.bull and threat and math.abs(caribou:bearing(threat)) < 0.1 then count = count + 1 end
  end
  return count
end

return {
  ["snow slows the herd, the more the deeper"] = function(t)
    t:seeds(5, function()
      local plain = pace(t:world {})
      local shallow = pace(t:world { mods = { "winter" }, settings = { ["winter.depth"] = 0 } })
      local deep = pace(t:world { mods = { "winter" }, settings = { ["winter.depth"] = 1 } })
      assert(deep < 0.75 * plain, ("%.2f m/s in deep snow, %.2f without"):format(deep, plain))
      assert(shallow > deep, ("%.2f m/s in shallow snow, %.2f in deep"):format(shallow, deep))
    end)
  end,

  ["the herd leaves tracks"] = function(t)
    local world = t:world { mods = { "winter" } }
    world:step(600)
    t:equal(world:monitor("winter.tracks"), 240)
  end,

  ["hunters hunt in the open season only"] = function(t)
    t:seeds(5, function()
      local open = t:world { mods = { "hunters" } }
      local closed = t:world { mods = { "hunters" }, settings = { ["hunters.season"] = "closed" } }
      for _, world in ipairs { open, closed } do world:step(3600) end
      assert(open:count("caribou") < 150, "no caribou was hunted in a minute of open season")
      t:equal(closed:count("caribou"), 150)
    end)
  end,

  ["bulls stand and face the pack"] = function(t)
    t:seeds(5, function()
      local braver = most(t:world { mods = { "braver_bulls" } }, 1800, standing)
      assert(braver >= 10, braver .. " bulls faced the pack")
    end)
  end,
}
