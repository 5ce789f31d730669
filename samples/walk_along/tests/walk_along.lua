-- Alone among the pillars, a couple is side by side again within 5 s of parting; in the crowd, within 5 s of when the
-- pillar or the people that parted it are behind, and 80 % of all friends are side by side. They do part, and they get
-- across.

local LONGEST = 5 -- s

--- Runs two minutes, in which the monitor `clock` must not reach 5 s.
local function walk(world, clock, arrivals)
  local share, partings, before = 0, 0, 0
  world:step(7200, function()
    assert(world:monitor(clock) < LONGEST, "a couple is apart for too long")
    local apart = world:monitor("longest_apart")
    if apart > 0 and before == 0 then partings = partings + 1 end
    before, share = apart, share + world:monitor("side_by_side")
  end)
  share = share / 7200
  local arrived = world:monitor("arrived")
  print(("%.2f side by side, %d partings, %d arrived"):format(share, partings, arrived))
  assert(share >= 0.8, "too few are side by side")
  assert(partings > 0, "nobody parts")
  assert(arrived >= arrivals, "too few arrive")
end

return {
  ["among the pillars, a couple is back together within 5 s"] = function(t)
    t:seeds(5, function() walk(t:world { settings = { couples = 2, singles = 0 } }, "longest_apart", 8) end)
  end,

  ["in the crowd, too, once whatever parted it is behind"] = function(t)
    t:seeds(5, function() walk(t:world(), "longest_rejoining", 50) end)
  end,
}
