-- What must hold, whatever you change: `drover test .` runs it, and shows the moment where something does not.

return {
  ["sheep run from the dog, and calm down again"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      world:input("mousemoved", 40, 25) -- which the dog comes to
      assert(world:step(1800, function() return world:monitor("running") > 0 end), "no sheep ran")
      for dog in world:agents("dog") do dog:remove() end
      assert(world:step(1800, function() return world:monitor("running") == 0 end), "a sheep still runs")
    end)
  end,
}
