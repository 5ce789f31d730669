-- Three minutes: who has delivered how much.

local TICKS = 180 * 60

return {
  ["who makes a new plan at a closed gate delivers more"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(TICKS)
      local gold, red = world:monitor "gold_delivered", world:monitor "red_delivered"
      assert(red >= 35 and gold >= 1.2 * red, ("gold delivers %d, red %d"):format(gold, red))
    end)
  end,

  ["a courier who is not blown off its way needs fewer plans"] = function(t)
    t:seeds(5, function()
      local calm, windy = t:world { settings = { wind = 0 } }, t:world { settings = { wind = 6 } }
      calm:step(TICKS)
      windy:step(TICKS)
      local few, many = calm:monitor "gold_plans", windy:monitor "gold_plans"
      assert(many >= few + 10, ("%d plans without wind, %d with"):format(few, many))
    end)
  end,

  ["red plans only when it sets out"] = function(t)
    local world = t:world()
    world:step(TICKS)
    t:equal(world:monitor "red_plans", 8 + world:monitor "red_delivered")
  end,
}
