-- After 40 seconds: who has bumped into poles, and who has got to the goal.

local TICKS = 40 * 60
local TEAM = 6

local function bumps(world, lane) return world:monitor(lane .. "_bumps") end

return {
  ["thin poles are missed by few rays, and found by many, by a cylinder, and on a map"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      assert(bumps(world, "few") >= 20, "five feelers miss few poles: " .. bumps(world, "few"))
      for lane, most in pairs { many = 2, cylinder = 0, map = 2 } do
        assert(bumps(world, lane) <= most, ("%s bumps into poles %d times"):format(lane, bumps(world, lane)))
      end
    end)
  end,

  ["thick poles are found by few rays"] = function(t)
    t:seeds(5, function()
      local world = t:world { settings = { thickness = 0.8 } }
      world:step(TICKS)
      assert(bumps(world, "few") <= 4, "five feelers bump into poles " .. bumps(world, "few") .. " times")
    end)
  end,

  ["the U holds everybody but those with a map"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      for _, lane in ipairs { "few", "many", "cylinder" } do
        assert(world:monitor(lane .. "_past") >= TEAM - 1, lane .. " does not get to the U")
        t:equal(world:monitor(lane .. "_there"), 0, "at the goal of " .. lane)
      end
      t:equal(world:monitor "map_there", TEAM, "at the goal with a map")
    end)
  end,
}
