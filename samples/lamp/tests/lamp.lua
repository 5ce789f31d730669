-- What the README promises: settlers come to rest on the lamp, seekers still fly past it after a minute.

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

  ["seekers still fly past it"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(3600)
      local distance, speed = world:monitor("seeker_distance"), world:monitor("seeker_speed")
      assert(distance > 1.5, "seekers are " .. distance .. " m from the lamp")
      assert(speed > 1, "seekers only move at " .. speed .. " m/s")
    end)
  end,
}
