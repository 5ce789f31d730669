-- When each has a hurry of their own, all arrive within a minute, and no two bodies ever touch, however they avoid each
-- other. Walkers who foresee where others will be make less than half of the detour of those who look at where they
-- are.

local EVERY = 3 -- ticks between looks
local WIDTH = 0.5 -- m, of a body

--- Runs a minute. Returns how close two centers came.
local function cross(world)
  local nearest = math.huge
  world:step(3600, function()
    if world.tick % EVERY > 0 then return end
    local places = {}
    for agent in world:agents() do
      local x, y = agent.x, agent.y
      for _, other in ipairs(places) do nearest = math.min(nearest, (x - other[1]) ^ 2 + (y - other[2]) ^ 2) end
      places[#places + 1] = { x, y }
    end
  end)
  return math.sqrt(nearest)
end

return {
  ["foresight makes ways straighter, and nobody touches anybody"] = function(t)
    t:seeds(5, function()
      local traditional = t:world { settings = { avoidance = "traditional" } }
      assert(cross(traditional) >= WIDTH, "two bodies touched while they avoided where others are")
      local predictive = t:world()
      assert(cross(predictive) >= WIDTH, "two bodies touched")
      t:equal(predictive:monitor("arrived"), 12, "arrived")
      local detours = { predictive:monitor("detour"), traditional:monitor("detour") }
      assert(detours[1] < detours[2] / 2, "detours of " .. detours[1] .. " and " .. detours[2])
    end)
  end,

  ["when all are alike, fewer arrive"] = function(t)
    local world = t:world { settings = { hurry = false } }
    world:step(3600)
    assert(world:monitor("arrived") < 12, "they do not need to be different")
  end,
}
