-- A minute: who kept to the sidewalk, whose head met the beam, and which dog was quicker.

local TICKS = 60 * 60
local PEOPLE = { "careless", "upright", "careful", "stroller" }

return {
  ["who minds the curb keeps to the sidewalk, and all get to their doors"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      for _, kind in ipairs(PEOPLE) do
        t:equal(world:monitor(kind .. "_there"), 4, kind .. " at the door")
        if kind ~= "careless" then
          t:equal(world:monitor(kind .. "_on_road"), 0, "seconds on the road, " .. kind)
          t:equal(world:monitor(kind .. "_on_lawn"), 0, "seconds on the lawn, " .. kind)
        end
      end
      assert(world:monitor "careless_on_road" >= 30, "the careless keep off the road")
    end)
  end,

  ["strollers who do not mind the curb cross the lawn"] = function(t)
    t:seeds(5, function()
      local world = t:world { settings = { along = 0 } }
      world:step(TICKS)
      assert(world:monitor "stroller_on_lawn" >= 40, "strollers keep off the lawn")
    end)
  end,

  ["who ducks does not bump a head"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      t:equal(world:monitor "upright_bumped", 4, "heads bumped, upright")
      t:equal(world:monitor "careful_bumped", 0, "heads bumped, careful")
    end)
  end,

  ["the dog that foresees where they meet is quicker"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      local straight, bent = world:monitor "foreseer_took", world:monitor "follower_took"
      assert(straight < 3.5, "the one that foresees takes " .. straight .. " s")
      assert(bent >= 1.5 * straight, ("%g s, and %g s for the one that follows"):format(straight, bent))
    end)
  end,
}
