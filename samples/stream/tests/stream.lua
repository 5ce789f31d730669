-- All arrive. People who mind the ground and look ahead have less water than people who walk straight, no more than one
-- step of mud, and walk no more than a tenth farther. People who look no farther than the next step have more mud.

local STEP = 0.7 -- m

local function walk(t, settings)
  local world = t:world { settings = settings }
  world:step(3600)
  return world
end

return {
  ["looking ahead finds a narrow place to cross, for a slight turn"] = function(t)
    t:seeds(5, function()
      local straight, ahead = walk(t, { weight = 0 }), walk(t)
      t:equal(ahead:monitor("arrived"), 3, "arrived")
      assert(ahead:monitor("wet") > 0, "nobody crossed the stream")
      assert(ahead:monitor("wet") < straight:monitor("wet"), "the stream is not crossed where it is short")
      assert(ahead:monitor("muddy") <= STEP, "in the mud")
      assert(ahead:monitor("walked") <= 1.1 * straight:monitor("walked"), "not a slight turn")
    end)
  end,

  ["one step ahead is not enough"] = function(t)
    t:seeds(5, function()
      local world = walk(t, { steps = 1 })
      t:equal(world:monitor("arrived"), 3, "arrived")
      assert(world:monitor("muddy") > STEP, "one step ahead is enough")
    end)
  end,
}
