-- Streams that start mixed separate into lanes within 70 seconds and stay separate for 30: an order above 0.5 is closer
-- to pure lanes than to none. Nobody ever leaves the tube. If nobody notices oncoming people, no lanes form.

--- Runs 100 seconds. Returns the order in the first two seconds and in the last 30, and the least room at the walls.
local function walk(world)
  local first, last, room = 0, 0, math.huge
  world:step(6000, function()
    if world.tick <= 120 then first = first + world:monitor("lane_order") / 120 end
    if world.tick > 4200 then last = last + world:monitor("lane_order") / 1800 end
    room = math.min(room, world:monitor("room_at_the_walls"))
  end)
  print(("lane order %.2f at first, %.2f at last, %.2f m from the walls"):format(first, last, room))
  return first, last, room
end

return {
  ["mixed streams separate into lanes"] = function(t)
    t:seeds(6, function()
      local first, last, room = walk(t:world())
      assert(first < 0.3, "the streams are not mixed at first")
      assert(last > 0.5, "the streams have not parted")
      assert(room >= 0, "somebody left the tube")
    end)
  end,

  ["no lanes form if nobody notices others"] = function(t)
    t:seeds(5, function()
      local _, last = walk(t:world { settings = { notice = 0 } })
      assert(last < 0.3, "lanes without a reason")
    end)
  end,
}
