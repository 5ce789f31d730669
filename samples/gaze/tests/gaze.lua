-- The thief is at the door within a minute, and no guard has seen him in any tick; one who doesn't mind being seen gets
-- there, too, and was seen.

return {
  ["he gets past the guards unseen"] = function(t)
    t:seeds(8, function()
      local world = t:world()
      world:step(3600)
      t:equal(world:monitor("arrived"), 1, "arrived")
      t:equal(world:monitor("seen"), 0, "seen")
    end)
  end,

  ["a thief who is not shy is seen"] = function(t)
    t:seeds(8, function()
      local world = t:world { settings = { shyness = 0 } }
      world:step(3600)
      t:equal(world:monitor("arrived"), 1, "arrived")
      assert(world:monitor("seen") > 0, "there is nothing to avoid")
    end)
  end,
}
