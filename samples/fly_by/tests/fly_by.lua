-- In four minutes there are at least 20 runs past the airship, each with a closest approach within 10 % of the radius
-- it should have, and nobody hits the airship or the ground. In pursuit, somebody does hit the airship.

local TOGETHER = 10 -- m: as wide as the airship and the plane that passes it are together

return {
  ["runs pass the airship at the radius they should have"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      local nearest, lowest, steepest = math.huge, math.huge, 0
      world:step(14400, function()
        nearest = math.min(nearest, world:monitor("distance"))
        lowest = math.min(lowest, world:monitor("height"))
        steepest = math.max(steepest, world:monitor("roll"))
      end)
      local runs, worst = world:monitor("runs"), world:monitor("worst")
      print(("%d runs, %.3f of the radius off at most, %.1f m from the airship, %.1f m up, roll %.0f degrees"):format(
        runs, worst, nearest, lowest, steepest))
      assert(runs >= 20, "too few runs")
      assert(worst <= 0.1, "a run is off its radius")
      assert(nearest > TOGETHER, "somebody hit the airship")
      assert(lowest > 2, "somebody hit the ground")
      assert(steepest > 30 and steepest < 90, "they do not bank as they should")
    end)
  end,

  ["in pursuit, somebody hits it"] = function(t)
    t:seeds(5, function()
      local world = t:world { settings = { pursuit = true } }
      assert(world:step(3600, function() return world:monitor("distance") < TOGETHER end), "nobody hits it")
    end)
  end,
}
