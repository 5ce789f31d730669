-- Each game ends by itself within five minutes, with every hider found or safe; over all games there are some
-- of both. Nobody hides where home can see them. The seeker doesn't run after hiders who are safe, or past a hider in
-- sight who is closer by a meter: it notices in the next tick and turns in the one after that.

return {
  ["games end, and the seeker is never led astray"] = function(t)
    local found, safe, turned, spared = 0, 0, 0, 0
    local games = t:seeds(20, function()
      local world, astray = t:world(), 0
      world:step(18000, function()
        astray = world:monitor("astray") == 1 and astray + 1 or 0
        assert(astray <= 2, "the seeker runs in vain, or past somebody")
        t:equal(world:monitor("open"), 0, "hides where home sees it")
      end)
      local of_game = { world:monitor("found"), world:monitor("safe") }
      t:equal(world.finished, ("%d found, %d safe"):format(of_game[1], of_game[2]))
      t:equal(of_game[1] + of_game[2], 6, "hiders")
      found, safe = found + of_game[1], safe + of_game[2]
      turned, spared = turned + world:monitor("turned"), spared + world:monitor("spared")
    end)
    print(("%d games: %d found, %d safe, turned %d and spared %d times"):format(games, found, safe, turned, spared))
    assert(found > 0 and safe > 0, "in all games the same side wins")
    assert(turned > 0 and spared > 0, "the seeker never turns, or never spares anybody")
  end,
}
