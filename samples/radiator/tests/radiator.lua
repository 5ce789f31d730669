-- Both arrive within a minute. The way of the one who feels whether it is hot now turns from side to side six times or
-- more, like a saw; that of the one who weighs possible steps does so no more than twice: out, along, and in.

return {
  ["feeling the heat makes a saw, and thinking ahead does not"] = function(t)
    t:seeds(8, function()
      local world = t:world()
      world:step(3600)
      t:equal(world:monitor("arrived"), 2, "arrived")
      assert(world:monitor("teeth_feeling") >= 6, "the one who feels the heat makes no saw")
      assert(world:monitor("teeth_thinking") <= 2, "the one who thinks ahead makes a saw")
    end)
  end,
}
