-- A file in tests/ of the scenario in ants.lua: `drover test` runs it.

-- @example test, test_world, test_function
return {
  ["ants find the food and bring it home"] = function(t)
    local seeds = t:seeds(2, function(_, seed)
      local world = t:world()
      assert(world:step(1800, function(now)
        return now:monitor("carrying") > 0
      end), "no ant found the food")
      t:equal(world.seed, seed, "the seed")
    end)
    t:near(seeds, 2, 0)
  end,

  ["half as many ants are half as many"] = function(t)
    local world = t:world {
      seed = 7, scenario = "main.lua", settings = {},
      edits = { -- the same with other code
        ["main.lua"] = function(source)
          return (source:gsub("40 do", "20 do"))
        end,
      },
    }
    t:equal(world:count("ant"), 20)
    world:input("mousemoved", 10, 5)
    local before = world:hash()
    world:step()
    assert(world:hash() ~= before and not world.finished)
    world:close()
  end,
}
-- @end
