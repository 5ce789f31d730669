-- Three minutes: at least two goals in each game, and goals for both teams overall. There are never six players within
-- 2 m of the ball, which never lies still for 3 s. Nobody leaves the grass, stays within a meter of one spot for half a
-- minute, or runs through another player.

local RADIUS = 0.4 -- m, of a player
local EVERY = 6    -- ticks between looks

--- Fails if a player is off the grass or stands still.
local function check_players(world, since)
  local now, xs, ys = world.time, {}, {}
  for player in world:agents("player") do
    local x, y, id = player.x, player.y, player.id
    assert(x >= -32 and x <= 32 and y >= -21 and y <= 21, "a player is off the grass")
    local stand = since[id]
    if not stand or (x - stand[1]) ^ 2 + (y - stand[2]) ^ 2 > 1 then
      stand = { x, y, now }
      since[id] = stand
    end
    assert(now - stand[3] < 30, "a player stays within a meter of one spot")
    xs[#xs + 1], ys[#ys + 1] = x, y
  end
  return xs, ys
end

--- How many pairs touch. Fails if the center of one is inside another.
local function count_touching(xs, ys)
  local touching = 0
  for i = 1, #xs do
    for j = i + 1, #xs do
      local apart = (xs[i] - xs[j]) ^ 2 + (ys[i] - ys[j]) ^ 2
      if apart < (2 * RADIUS) ^ 2 then touching = touching + 1 end
      assert(apart >= RADIUS ^ 2, "a player runs through another")
    end
  end
  return touching
end

return {
  ["the game goes on"] = function(t)
    local blue, red = 0, 0
    local games = t:seeds(6, function()
      local world, since, touching, looks = t:world(), {}, 0, 0
      world:step(10800, function()
        if world.tick % EVERY > 0 then return end
        assert(world:monitor("crowd") < 6, "a crowd around the ball")
        touching, looks = touching + count_touching(check_players(world, since)), looks + 1
      end)
      local goals = { world:monitor("blue"), world:monitor("red") }
      print(("%d to %d, the ball lay for %.1f s at most"):format(goals[1], goals[2], world:monitor("still")))
      assert(goals[1] + goals[2] >= 2, "too few goals")
      assert(world:monitor("still") < 3, "the ball lies too long")
      assert(touching / looks <= 0.1, "players touch too often")
      blue, red = blue + goals[1], red + goals[2]
    end)
    assert(blue > 0 and red > 0, ("both teams have to score in %d games, found %d to %d"):format(games, blue, red))
  end,
}
