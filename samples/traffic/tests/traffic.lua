-- Three minutes: no two cars overlap, nobody crosses a red line, at least 40 get through, and at least 3 park, all
-- within 5 cm and 2 degrees.

local TICKS = 3 * 60 * 60

return {
  ["cars keep apart, obey the light, and park"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS, function() assert(world:monitor("gap") >= 0, "two cars overlap") end)
      t:equal(world:monitor("violations"), 0, "red lines crossed")
      assert(world:monitor("through") >= 40, "too few get through")
      assert(world:monitor("parked") >= 3, "too few park")
      assert(world:monitor("off") <= 0.05 and world:monitor("turned") <= 2, "a car is parked badly")
    end)
  end,

  -- Without lights to obey, cars from the two streets run into each other: the gap can fall below zero.
  ["cars that ignore the light run into each other"] = function(t)
    local world, crashes = t:world {
      edits = {
        ["car.lua"] = function(source)
          return (source:gsub("math%.min%(behind_others%(self%), before_light%(self, rest%)%)", "behind_others(self)"))
        end,
      },
    }, 0
    world:step(TICKS, function() if world:monitor("gap") < 0 then crashes = crashes + 1 end end)
    assert(crashes > 0, "they do not crash")
    assert(world:monitor("violations") > 0, "they do not cross a red line")
  end,
}
