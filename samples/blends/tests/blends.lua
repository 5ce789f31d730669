-- After 15 seconds: who has bumped into posts, and who is behind.

local TICKS = 15 * 60
local SAFE = { "weighted", "average", "normalized", "velocity", "priority", "allocate", "dither" }
local OTHERS = { "sum", "weighted", "average", "velocity", "dither", "random", "rotate" } -- neither first nor late

local function way(world, lane) return world:monitor(lane .. "_way") end
local function bumps(world, lane) return world:monitor(lane .. "_bumps") end

return {
  ["blends that do not know what is vital bump into posts"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      for lane, least in pairs { sum = 5, random = 8, rotate = 20 } do
        assert(bumps(world, lane) >= least, lane .. " bumps into posts " .. bumps(world, lane) .. " times only")
      end
      for _, lane in ipairs(SAFE) do
        assert(bumps(world, lane) <= 3, lane .. " bumps into posts " .. bumps(world, lane) .. " times")
      end
    end)
  end,

  ["blends that never get to the last wish fall behind"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      for _, lane in ipairs(OTHERS) do
        assert(way(world, "priority") < way(world, lane), "priority is ahead of " .. lane)
        assert(way(world, "allocate") < way(world, lane), "allocate is ahead of " .. lane)
        assert(way(world, "normalized") > way(world, lane), "normalized is behind " .. lane)
      end
      assert(way(world, "dither") >= way(world, "priority") + 8, "dither gains little on priority")
      world:step(2 * TICKS - world.tick)
      for _, lane in ipairs { "priority", "allocate", "normalized", table.unpack(OTHERS) } do
        t:equal(way(world, lane), 76, "meters of " .. lane)
      end
    end)
  end,

  ["without a second wish that always wants something, priority is in time"] = function(t)
    t:seeds(5, function()
      local world = t:world { settings = { room = 0 } }
      world:step(TICKS)
      for _, lane in ipairs(OTHERS) do
        assert(way(world, "priority") > way(world, lane) - 1, "priority is behind " .. lane)
      end
      t:equal(bumps(world, "priority"), 0, "bumps")
    end)
  end,
}
