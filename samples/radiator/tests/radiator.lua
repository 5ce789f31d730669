-- Both arrive within a minute. The way of the one who minds where it is hot now turns from side to side six times or
-- more, a saw; that of the one who weighs the steps that could be next does so no more than twice: out, along and in.

return {
  ["who feels the heat makes a saw, and who thinks does not"] = function(t)
    t:seeds(8, function()
      local world = t:world()
      world:step(3600)
      t:equal(world:monitor("arrived"), 2, "arrived")
      assert(world:monitor("teeth_feeling") >= 6, "who feels the heat makes no saw")
      assert(world:monitor("teeth_thinking") <= 2, "who thinks makes a saw")
    end)
  end,
}
