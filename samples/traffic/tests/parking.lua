-- Twelve cars park from all sides, each between two others: all within a minute, without touching any car on the way,
-- and they stay, within 5 cm and 2 degrees.

return {
  ["all twelve park, and stay"] = function(t)
    t:seeds(5, function()
      local world = t:world { scenario = "parking.lua" }
      world:step(7200, function()
        assert(world:monitor("gap") >= 0, "two cars touch")
        if world.tick <= 3600 then return end
        t:equal(world:monitor("parked"), 12, "parked")
        assert(world:monitor("off") <= 0.05 and world:monitor("turned") <= 2, "a car is parked badly")
        assert(world:monitor("speed") <= 0.001, "a car does not stay")
      end)
    end)
  end,
}
