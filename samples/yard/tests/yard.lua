-- A minute and a half: everyone crosses the yard, and who minds crates keeps away from them.

local TICKS = 90 * 60

return {
  ["all carts get across the yard"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      t:equal(world:monitor "rash_there", 4, "rash carts at their gates")
      t:equal(world:monitor "wary_there", 4, "wary carts at their gates")
    end)
  end,

  ["who minds crates keeps away from them"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      local wary, rash = world:monitor "wary_clearance", world:monitor "rash_clearance"
      assert(wary > 0.25, ("a wary cart came within %g m"):format(wary))
      assert(rash > 0 and rash < 0.2, ("the rash came within %g m"):format(rash))
    end)
  end,

  ["without care, the wary come as near as the rash"] = function(t)
    t:seeds(5, function()
      local world = t:world { settings = { care = 0 } }
      world:step(TICKS)
      local wary = world:monitor "wary_clearance"
      assert(wary < 0.2, ("the wary came within %g m"):format(wary))
    end)
  end,
}
