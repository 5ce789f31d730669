-- The walker, who minds nothing but depth, is out within two minutes, and its body never reaches into a wall. If its
-- sensors measure only one bit, it stays inside.

local walls = require "walls"

local RADIUS, SLACK = 0.3, 0.001 -- m
local EVERY = 6                  -- ticks between looks

local function to_wall(x, y)
  local nearest = math.huge
  walls.each(function(x0, y0, x1, y1)
    local aside, ahead = x - math.max(x0, math.min(x, x1)), y - math.max(y0, math.min(y, y1))
    nearest = math.min(nearest, aside ^ 2 + ahead ^ 2)
  end)
  return math.sqrt(nearest)
end

return {
  ["depth alone leads out"] = function(t)
    t:seeds(8, function()
      local world = t:world()
      world:step(7200, function()
        if world.tick % EVERY > 0 then return end
        for walker in world:agents() do
          assert(to_wall(walker.x, walker.y) >= RADIUS - SLACK, "it is in a wall")
        end
      end)
      assert(world:monitor("took") > 0, "it did not find out")
    end)
  end,

  ["one bit is not enough"] = function(t)
    local world = t:world { settings = { bits = 1 } }
    world:step(7200)
    t:equal(world:monitor("took"), 0, "took")
  end,
}
