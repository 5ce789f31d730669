-- What the README promises: settlers come to rest on the lamp, and seekers fly past it for as long as one watches.

-- The seekers' mean distance from the lamp and mean speed, over ten seconds.
local function flight(world)
  local distance, speed = 0, 0
  for _ = 1, 600 do
    world:step(1)
    distance = distance + world:monitor("seeker_distance") / 600
    speed = speed + world:monitor("seeker_speed") / 600
  end
  return { distance = distance, speed = speed }
end

return {
  ["settlers are at rest on the lamp after a minute"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(3600)
      local distance, speed = world:monitor("settler_distance"), world:monitor("settler_speed")
      assert(distance < 1, "settlers are " .. distance .. " m from the lamp")
      assert(speed < 0.01, "settlers still move at " .. speed .. " m/s")
    end)
  end,

  ["seekers fly past it after ten minutes as they did after 20 seconds"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(20 * 60)
      local early = flight(world)
      world:step(10 * 60 * 60 - world.tick)
      local late = flight(world)
      for what, before in pairs(early) do
        local ratio = late[what] / before
        assert(ratio > 0.9 and ratio < 1.1, ("%s: %g, then %g"):format(what, before, late[what]))
      end
      assert(early.distance > 2 and early.speed > 3, "seekers hardly fly")
    end)
  end,
}
