-- A minute: who finds more, and whether all are on the ground and none without power.

local TICKS = 60 * 60

return {
  ["foragers find more than roamers, and nobody leaves the ground or strands"] = function(t)
    local foraged, roamed = 0, 0
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS, function()
        assert(world:monitor "off_ground" < 1e-4, "a rover is off the ground")
        assert(world:monitor "stranded" == 0, "a rover has stranded")
      end)
      local by_foragers, by_roamers = world:monitor "foraged", world:monitor "roamed"
      assert(by_foragers >= 1.25 * by_roamers, ("%d foraged, %d roamed"):format(by_foragers, by_roamers))
      foraged, roamed = foraged + by_foragers, roamed + by_roamers
    end)
    assert(foraged >= 2 * roamed, ("%d foraged, %d roamed"):format(foraged, roamed))
  end,

  ["without heading back to the sun, rovers strand"] = function(t)
    t:seeds(5, function()
      local world = t:world { settings = { prudent = false } }
      world:step(TICKS)
      local stranded = world:monitor "stranded"
      assert(stranded >= 4, "only " .. stranded .. " have stranded")
    end)
  end,
}
