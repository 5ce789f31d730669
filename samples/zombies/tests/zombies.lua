-- Where people heed panic, far more of them are left after 45 s. Zombies get everyone, unless they are slow.

local SEEDS, LATER, LONG = 5, 45 * 60, 180 * 60 -- ticks

--- How many people are left.
local function left(t, settings)
  local world = t:world { settings = settings }
  world:step(LATER, function() return world:count "person" == 0 end)
  local count = world:count "person"
  world:close()
  return count
end

return {
  ["people who heed panic are bitten later"] = function(t)
    local heeded, unheeded, seeds = 0, 0, 0
    t:seeds(SEEDS, function()
      local with, without = left(t), left(t, { nerve = 1.01 })
      heeded, unheeded, seeds = heeded + with, unheeded + without, seeds + 1
      print(("people left after 45 s: %d, and %d where nobody heeds panic"):format(with, without))
    end)
    if seeds > 1 then assert(heeded > 2 * unheeded, "panic saves too few") end -- one alone may have bad luck
  end,

  ["zombies get everyone, unless they are slow"] = function(t)
    t:seeds(SEEDS, function()
      local world = t:world {}
      assert(world:step(LONG, function() return world:count "person" == 0 end), "somebody is left")
      print(("the last one is bitten after %.0f s"):format(world.time))
      t:equal(world:count "zombie", 156)
      world:close()
      local slow = left(t, { zombie_speed = 0.8 })
      print(("%d are left after 45 s of slow zombies"):format(slow))
      assert(slow > 120, "slow zombies bite too many")
    end)
  end,
}
