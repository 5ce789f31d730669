-- What the README promises: who arrives comes to rest on the lamp, who seeks still flies past it after a minute.

return {
  ["who arrives is at rest on the lamp after a minute"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(3600)
      local distance, speed = world:monitor("settler_distance"), world:monitor("settler_speed")
      assert(distance < 1, "settlers are " .. distance .. " m from the lamp")
      assert(speed < 0.01, "settlers still go at " .. speed .. " m/s")
    end)
  end,

  ["who seeks still flies past it"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:step(3600)
      local distance, speed = world:monitor("seeker_distance"), world:monitor("seeker_speed")
      assert(distance > 1.5, "seekers are " .. distance .. " m from the lamp")
      assert(speed > 1, "seekers go at " .. speed .. " m/s")
    end)
  end,
}
