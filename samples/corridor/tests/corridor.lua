-- Streams that start mixed separate into lanes within 40 seconds and stay separate for 20; so they are from the 70th
-- second to the 100th. An order above 0.5 is closer to pure lanes than to none. Nobody ever leaves the tube. If nobody
-- notices oncoming people, no lanes form.

--- Runs 100 seconds. Returns the order in the first two seconds, from the 40th to the 60th, and in the last 30, and the
--- least room at the walls.
local function walk(world)
  local first, last, longest, room = 0, 0, 0, math.huge
  world:step(6000, function()
    local order = world:monitor("lane_order")
    if world.tick <= 120 then first = first + order / 120 end
    if world.tick > 2400 and world.tick <= 3600 then last = last + order / 1200 end
    if world.tick > 4200 then longest = longest + order / 1800 end
    room = math.min(room, world:monitor("room_at_the_walls"))
  end)
  print(("lane order %.2f at first, %.2f after 40 s, %.2f after 70 s"):format(first, last, longest))
  print(("%.2f m from the walls"):format(room))
  return first, last, longest, room
end

return {
  ["mixed streams separate into lanes"] = function(t)
    t:seeds(6, function()
      local first, last, longest, room = walk(t:world())
      assert(first < 0.3, "the streams are not mixed at first")
      assert(last > 0.5, "the streams have not parted")
      assert(longest > 0.5, "the streams have mixed again")
      assert(room >= 0, "somebody left the tube")
    end)
  end,

  ["no lanes form if nobody notices others"] = function(t)
    t:seeds(5, function()
      local _, last, longest = walk(t:world { settings = { notice = 0 } })
      assert(last < 0.3 and longest < 0.3, "lanes without a reason")
    end)
  end,
}
