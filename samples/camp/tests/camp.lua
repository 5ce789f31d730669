-- Campers plan: nobody sits by a fire that is out, and frightened campers do what the fire allows. After the bear, they
-- go back to what they want; and nobody freezes or dies of thirst.

local camp = require "camp"

local MINUTES = 3 -- of each run

local function run(t, each, options)
  local world = t:world(options or {})
  world:step(MINUTES * 3600, function()
    for camper in world:agents("camper") do each(camper, world) end
  end)
  return world
end

return {
  ["from nothing they get to a fire, by a plan of five actions"] = function(t)
    t:seeds(5, function()
      local world, longest = t:world {}, 0
      local burns = world:step(3600, function()
        for camper in world:agents("camper") do longest = math.max(longest, #(camper.schema.plan or {})) end
        return world:monitor("fire") > 0
      end)
      assert(burns, "no fire in a minute")
      assert(longest >= 5, "the longest plan has " .. longest .. " actions")
    end)
  end,

  ["they get behind the fire if it burns, and run if it does not"] = function(t)
    t:seeds(5, function()
      local behind, ran = 0, 0
      local fires = {} -- by tick
      run(t, function(camper, world)
        local fire, before = world:monitor("fire"), fires[world.tick - 1] or 0
        fires[world.tick] = fire
        if camper.schema.action == "get_behind_fire" then
          behind = behind + 1
          assert(fire > 0, "it gets behind a fire that is out")
        elseif camper.schema.action == "run_away" then
          ran = ran + 1
          assert(fire == 0 or before == 0, "it runs although the fire burns")
        end
      end)
      assert(behind > 0 and ran > 0, ("behind the fire %d ticks, running %d"):format(behind, ran))
    end)
  end,

  ["they sit at the fire only while it burns"] = function(t)
    t:seeds(5, function()
      local lit = 0 -- the last tick with a fire
      run(t, function(camper, world)
        if world:monitor("fire") > 0 then lit = world.tick end
        assert(camper.schema.action ~= "warm_up" or world.tick - lit <= 2, "it sits at a fire that is out")
      end)
    end)
  end,

  ["the bear does not come near a fire"] = function(t)
    t:seeds(5, function()
      run(t, function(_, world)
        local bear = world:agents("bear")()
        local is_near = bear.state == "coming" and bear:distance(camp.FIRE) < 7
        assert(not is_near or world:monitor("fire") == 0, "the bear does not mind the fire")
      end)
    end)
  end,

  ["once the bear has gone they go back to what they wanted"] = function(t)
    t:seeds(5, function()
      local goals, back = {}, 0 -- what they want, and before they were afraid
      run(t, function(camper, world)
        local goal, before = camper.schema.goal, goals[camper.id] or {}
        if goal == "safe" then
          assert(camper:distance(world:agents("bear")()) < 16, "it is afraid of a bear that is far away")
        else
          back = back + (before.afraid and goal and goal == before.goal and 1 or 0)
          before = { goal = goal }
        end
        before.afraid = goal == "safe"
        goals[camper.id] = before
      end)
      assert(back > 0, "nobody went back to what it wanted")
    end)
  end,

  ["they stay warm and drink"] = function(t)
    t:seeds(5, function()
      local cold, thirsty, ticks = 0, 0, 0
      run(t, function(camper)
        ticks = ticks + 1
        cold = cold + (camper.warmth == 0 and 1 or 0)
        thirsty = thirsty + (camper.thirst == 1 and 1 or 0)
      end)
      assert(cold < 0.05 * ticks and thirsty < 0.1 * ticks,
        ("frozen %.3f, thirsty %.3f of the time"):format(cold / ticks, thirsty / ticks))
    end)
  end,

  ["without chopping they go without a fire"] = function(t)
    t:seeds(5, function()
      local world = run(t, function(camper)
        assert(camper.schema.action ~= "warm_up" and camper.schema.action ~= "get_behind_fire", "there is a fire")
      end, { edits = { ["camper.lua"] = function(source) return (source:gsub("\n  chop = [^\n]*", "")) end } })
      assert(world:monitor("fire") == 0)
    end)
  end,
}
