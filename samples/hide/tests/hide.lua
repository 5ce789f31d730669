-- While the seeker looks, agents that hide are in its sight for less than half as long as agents that flee. Hiders who
-- are found run, and soon hide again: somebody is hiding at any time. No two hiders overlap by more than a tenth of
-- their width.

local OVERLAP = 0.07 -- m
local SETTLED = 600  -- ticks until the first have hidden

--- Runs two minutes. Returns how often a hider is seen, as a share of the looks, how often one started to run, and the
--- most that ran at a time.
local function play(world)
  local looks, seen, runs, most, running = 0, 0, 0, 0, 0
  world:step(7200, function()
    if world:monitor("looking") ~= 0 then looks, seen = looks + 1, seen + world:monitor("seen") end
    local now = world:monitor("running")
    if world.tick > SETTLED then
      if now > running then runs = runs + 1 end
      most = math.max(most, now)
    end
    running = now
    local overlap = world:monitor("overlap")
    assert(overlap <= OVERLAP, "two overlap by " .. overlap .. " m")
  end)
  assert(looks > 0, "the seeker never looks")
  return seen / looks, runs, most
end

return {
  ["hiders are seen less than half as long as those who flee"] = function(t)
    t:seeds(5, function()
      local hiding, runs, most = play(t:world { settings = { behavior = "hide" } })
      assert(runs > 0, "nobody is found")
      assert(most < 10, "nobody hides")
      local fleeing = t:world { settings = { behavior = "flee" } }
      local looks, seen = 0, 0
      fleeing:step(7200, function()
        if fleeing:monitor("looking") ~= 0 then looks, seen = looks + 1, seen + fleeing:monitor("seen") end
      end)
      print(("seen %.2f of the time when hiding, %.2f when fleeing"):format(hiding, seen / looks))
      assert(hiding < seen / looks / 2, "hiding hardly helps")
    end)
  end,
}
