-- All three arrive within a minute and a half. Nobody's body is in a box or a bush, and no two touch. Red loses sight
-- of gold, makes for where it last saw gold, and sees it again. Blue slows down while it walks and gold is near, and
-- faces west at the end. With foresight, blue and gold pass at a greater distance than without.

local RADIUS, STEP, PACE = 0.25, 0.7, 1.3                                 -- m, m, m/s
local BOXES = { { 19, 10.5, 2, 3 }, { 24, 17, 3, 4 }, { 12, 16, 3, 3 } }  -- x, y, width, depth, as main.lua has them
local BUSHES = { { 12, 7 }, { 27, 9 }, { 18, 17 }, { 8, 16 }, { 31, 17 } }
local BUSH = 0.7                                                          -- m
local SLACK = 0.001                                                       -- m
local EVERY = 6                                                           -- ticks between looks

local function to_thing(x, y)
  local nearest = math.huge
  for _, box in ipairs(BOXES) do
    local aside = math.max(math.abs(x - box[1]) - box[3] / 2, 0)
    local ahead = math.max(math.abs(y - box[2]) - box[4] / 2, 0)
    nearest = math.min(nearest, math.sqrt(aside ^ 2 + ahead ^ 2))
  end
  for _, bush in ipairs(BUSHES) do
    nearest = math.min(nearest, math.sqrt((x - bush[1]) ^ 2 + (y - bush[2]) ^ 2) - BUSH)
  end
  return nearest
end

--- Runs a minute and a half, and looks at the three every few ticks.
local function watch(world, look)
  world:step(5400, function()
    if world.tick % EVERY > 0 then return end
    local who = {}
    for agent in world:agents() do who[agent.kind] = agent end
    look(who)
  end)
end

--- How close blue and gold come, and the least speed of blue while gold is within 7 m.
local function pass(world)
  local nearest, slow = math.huge, math.huge
  watch(world, function(who)
    local apart = (who.blue.position - who.gold.position):length()
    nearest = math.min(nearest, apart)
    if world.time > 1 and apart < 7 and who.blue.state == "errand" then slow = math.min(slow, who.blue.speed) end
  end)
  return nearest, slow
end

return {
  ["all arrive, and nobody runs into anything"] = function(t)
    t:seeds(8, function()
      local world = t:world()
      watch(world, function(who)
        for kind, agent in pairs(who) do
          local place = agent.position
          assert(to_thing(place.x, place.y) >= RADIUS - SLACK, kind .. " is in a box or a bush")
          for other, there in pairs(who) do
            local apart = other == kind and math.huge or (place - there.position):length()
            assert(apart >= 2 * RADIUS - SLACK, kind .. " touches " .. other)
          end
        end
      end)
      t:equal(world:monitor("arrived"), 3, "arrived")
      assert(world:monitor("off_west") <= 0.1, "blue does not face west")
    end)
  end,

  ["red loses gold, goes to where it last saw it, and sees it again"] = function(t)
    t:seeds(8, function()
      local world = t:world()
      local last, first_off, least, lost, again
      watch(world, function(who)
        local sees = world:monitor("seen") == 1
        if sees then
          again = again or lost
          if not lost then last = who.gold.position end
        elseif last then
          local off = (who.red.position - last):length()
          lost = true
          if not again then first_off, least = first_off or off, math.min(least or off, off) end
        end
      end)
      assert(again, "red does not lose gold and see it again")
      assert(first_off - least >= STEP, "red does not go to where it saw gold last")
    end)
  end,

  ["blue slows down for gold, and foresight keeps them apart"] = function(t)
    t:seeds(8, function()
      local nearest, slow = pass(t:world())
      local blind = pass(t:world { settings = { foresight = 0 } })
      print(("they pass at %.2f m, without foresight at %.2f m"):format(nearest, blind))
      assert(slow <= 0.9 * PACE, "blue does not slow down")
      assert(nearest > blind, "foresight keeps nobody apart")
    end)
  end,
}
