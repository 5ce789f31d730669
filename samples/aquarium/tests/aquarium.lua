-- In a minute nobody leaves the water; the two schools stay apart, use the height of the tank, and flee from the pike.

local EVERY = 5 -- ticks between looks

local function is_in_water(x, y, z) return x >= -12 and x <= 12 and y >= -6.5 and y <= 6.5 and z >= 0 and z <= 8 end

--- Runs a minute, and looks at the mean share of fish whose nearest neighbor is of their own kind.
local function swim(world)
  local sorted, looks, low, high = 0, 0, 8, 0
  local flees, flights = false, 0
  world:step(3600, function()
    if world.tick % EVERY > 0 then return end
    sorted, looks = sorted + world:monitor("sorted"), looks + 1
    local height, fleeing = world:monitor("height"), world:monitor("fleeing")
    low, high = math.min(low, height), math.max(high, height)
    if not flees and fleeing > 20 then flees, flights = true, flights + 1 end
    if fleeing < 5 then flees = false end
  end)
  print(("sorted %.3f, mean height from %.1f to %.1f m, %d flights"):format(sorted / looks, low, high, flights))
  assert(high - low > 1.5, "they do not use the height of the tank")
  assert(flights >= 3, "they hardly flee")
  assert(sorted / looks > 0.95, "the schools mix")
end

return {
  ["nobody leaves the water"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(3600, function()
        if world.tick % EVERY > 0 then return end
        for agent in world:agents() do
          local place = agent.position
          assert(is_in_water(place.x, place.y, place.z), "somebody left the water")
        end
      end)
    end)
  end,

  ["the schools keep apart, go up and down, and flee"] = function(t)
    swim(t:world())
    t:seeds(5, function() swim(t:world()) end)
  end,
}
