-- In two minutes everyone goes all the way around, and each lane stays within 0.3 m of its distance from the walls.
-- Bodies hardly overlap. Walkers who look too far ahead cut the corners.

local OVERLAP = 0.05 -- m, a tenth of a body's width
local WANTED, TOLERANCE = 1.5, 0.3 -- m, of the inner lane; the outer one is a meter farther out

--- Runs two minutes. Returns the least and the greatest distance from the walls, as the inner lane counts it.
local function walk(world, look)
  local least, most = math.huge, -math.huge
  world:step(7200, function()
    least = math.min(least, world:monitor("inner_least"), world:monitor("outer_least") - 1)
    most = math.max(most, world:monitor("inner_most"), world:monitor("outer_most") - 1)
    if look then look() end
  end)
  print(("from %.2f m to %.2f m, where %.1f m are wanted"):format(least, most, WANTED))
  return least >= WANTED - TOLERANCE and most <= WANTED + TOLERANCE
end

return {
  ["walkers keep their lanes, all the way around"] = function(t)
    t:seeds(5, function()
      local world, seen = t:world(), {}
      local kept = walk(world, function()
        for agent in world:agents() do
          local quarters = seen[agent.id] or {}
          quarters[(agent.x > 0 and 1 or 0) + (agent.y > 0 and 2 or 0)] = true
          seen[agent.id] = quarters
        end
      end)
      assert(kept, "a lane was left")
      local walkers = 0
      for _, quarters in pairs(seen) do
        walkers = walkers + 1
        for quarter = 0, 3 do assert(quarters[quarter], "somebody did not go round") end
      end
      t:equal(walkers, 24, "walkers")
    end)
  end,

  ["bodies keep apart"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(10000, function()
        local overlap = world:monitor("overlap")
        assert(overlap <= OVERLAP, "two overlap by " .. overlap .. " m")
      end)
    end)
  end,

  ["walkers who look too far ahead cut the corners"] = function(t)
    t:seeds(5, function()
      assert(not walk(t:world { settings = { horizon = 1.5 } }), "the corners are not cut")
    end)
  end,
}
