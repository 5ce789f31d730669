-- When nobody comes back, all are through the doorway within a minute; when they do, more have come through after two
-- minutes than there are people. Nobody walks through the wall, and no two bodies overlap by more than 2 % of their
-- width.

local PEOPLE = 60
local OVERLAP = 0.01 -- m

local function is_in_wall(x, y) return x > -0.2 and x < 0.2 and (y < -0.65 or y > 0.65) end

local function pass(world, ticks)
  world:step(ticks, function()
    local overlap = world:monitor("overlap")
    assert(overlap <= OVERLAP, "two overlap by " .. overlap .. " m")
    for agent in world:agents() do assert(not is_in_wall(agent.x, agent.y), "somebody is in the wall") end
  end)
end

return {
  ["all are through within a minute"] = function(t)
    t:seeds(6, function()
      local world = t:world { settings = { again = false } }
      pass(world, 3600)
      t:equal(world:monitor("queueing"), 0, "still queue")
      t:equal(world:monitor("through"), PEOPLE, "through")
    end)
  end,

  ["people who come back get through again"] = function(t)
    t:seeds(6, function()
      local world = t:world()
      pass(world, 7200)
      local through = world:monitor("through")
      assert(through > PEOPLE, through .. " came through")
    end)
  end,
}
