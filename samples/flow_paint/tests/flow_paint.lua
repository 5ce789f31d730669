-- Boats drift with the wind, painted or changing, without touching each other. They go where the mouse paints; without
-- a tool, the mouse paints nothing. Three strokes across the calm pond show it: press the key of a tool, and drag.

local LEFT, RIGHT = -28, 28 -- m, where strokes begin and end
local ROWS = { -10, 0, 10 } -- m

--- Paints after pressing a key, or none, and waits ten seconds. Returns how fast boats then go east, in m/s.
local function paint(t, key, from, to)
  local world = t:world { settings = { wind = "calm", brush = 12 } }
  if key then
    world:input("keypressed", key)
    world:input("keyreleased", key)
  end
  for _, y in ipairs(ROWS) do
    world:input("mousemoved", from, y)
    world:input("mousepressed", from, y)
    for part = 1, 4 do world:input("mousemoved", from + (to - from) * part / 4, y) end
    world:input("mousereleased", to, y)
  end
  world:step(600)
  return world:monitor("eastward")
end

return {
  ["boats drift with the wind and do not touch"] = function(t)
    t:seeds(5, function()
      for _, wind in ipairs { "stream", "swirls" } do
        local world, with = t:world { settings = { wind = wind } }, 0
        world:step(3600, function()
          local gap = world:monitor("least_gap")
          assert(gap > 0, wind .. ": two boats touch")
          if world.tick > 1200 then with = with + world:monitor("with_the_wind") / 2400 end
        end)
        world:close()
        assert(with > 0.8, wind .. ": boats do not go with the wind")
      end
    end)
  end,

  ["boats go where the mouse paints"] = function(t)
    t:seeds(5, function()
      assert(paint(t, "w", LEFT, RIGHT) > 1, "boats do not go east")
      assert(paint(t, "w", RIGHT, LEFT) < -1, "boats do not go west")
    end)
  end,

  ["without a tool, the mouse paints nothing, and calming makes no wind"] = function(t)
    t:seeds(5, function()
      t:near(paint(t, nil, LEFT, RIGHT), 0, 0.1, "without a tool")
      t:near(paint(t, "c", LEFT, RIGHT), 0, 0.1, "calmed")
    end)
  end,
}
