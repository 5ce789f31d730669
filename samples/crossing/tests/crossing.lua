-- All who are in a hurry of their own arrive within a minute, and no two bodies ever touch, whatever they mind of
-- others. Who foresees where others will be makes less than half of the detour of who minds where they are.

local EVERY = 3 -- ticks between looks
local WIDTH = 0.5 -- m, of a body

--- Let a minute pass. How near two centers came.
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
  ["who foresees others goes a straighter way, and nobody touches anybody"] = function(t)
    t:seeds(5, function()
      local traditional = t:world { settings = { avoidance = "traditional" } }
      assert(cross(traditional) >= WIDTH, "two bodies touched while they minded where others are")
      local predictive = t:world()
      assert(cross(predictive) >= WIDTH, "two bodies touched")
      t:equal(predictive:monitor("arrived"), 12, "arrived")
      local detours = { predictive:monitor("detour"), traditional:monitor("detour") }
      assert(detours[1] < detours[2] / 2, "detours of " .. detours[1] .. " and " .. detours[2])
    end)
  end,

  ["where all are alike fewer arrive"] = function(t)
    local world = t:world { settings = { hurry = false } }
    world:step(3600)
    assert(world:monitor("arrived") < 12, "they do not need to be different")
  end,
}
