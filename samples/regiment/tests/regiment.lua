-- In order means that the soldiers are less than half the spacing from their positions. Whatever happens (the start,
-- turns, rocks, or a lost commander), the regiment is in order again within 10 s, and never without exactly one
-- commander for longer than a tick.

local function march(world)
  local longest, since, leaderless, without, losses, soldiers = 0, 0, 0, 0, 0, 0
  world:step(7200, function()
    local now = world:monitor("soldiers")
    without = world:monitor("commanders") == 1 and 0 or without + 1
    leaderless = math.max(leaderless, without)
    if now < soldiers then losses = losses + 1 end
    soldiers = now
    if world:monitor("formation_error") < 1 then since = world.time end
    longest = math.max(longest, world.time - since)
  end)
  print(("out of order for %.1f s at most, %d losses, %d ticks without commander"):format(longest, losses, leaderless))
  assert(longest < 10, "out of order for too long")
  assert(losses == 5, "five commanders fall")
  assert(leaderless <= 1, "nobody commands")
end

local tests = {}
for _, formation in ipairs { "column", "line", "wedge" } do
  tests[formation .. ": in order again within 10 s"] = function(t)
    t:seeds(5, function() march(t:world { settings = { formation = formation } }) end)
  end
end
return tests
