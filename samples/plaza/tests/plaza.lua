-- Whatever pedestrians do about each other, nobody's center is ever inside a pillar; and each way to avoid others pays
-- off: a quarter of the touches, or fewer.

local TICKS = 10000

--- Lets the crowd cross. Returns how many touch somebody on average.
local function cross(t, avoidance)
  local world, touching = t:world { settings = { avoidance = avoidance } }, 0
  world:step(TICKS, function()
    touching = touching + world:monitor("touching")
    assert(world:monitor("pillar_clearance") > 0, avoidance .. ": somebody is inside a pillar")
  end)
  world:close()
  return touching / TICKS
end

return {
  ["each way to avoid others pays off"] = function(t)
    t:seeds(5, function()
      local careless = cross(t, "none")
      for _, avoidance in ipairs { "unaligned", "predictive", "reciprocal" } do
        local touching = cross(t, avoidance)
        print(("%s: %.2f touch somebody, %.2f where nobody cares"):format(avoidance, touching, careless))
        assert(touching < careless / 4, avoidance .. " is hardly better than nothing")
      end
    end)
  end,
}
