-- Ten minutes, with and without the interrupt. With it, the elephant keeps searching for at most two ticks while it
-- sees a bag: it sees the bag in one and turns in the next. Without it, the elephant does so for more than a second in
-- each run, and fetches fewer bags overall. Either way it fetches some, searches the rooms in order whatever interrupts
-- it, and never gets into a wall.

local TICKS, ROOMS = 36000, 12
local RADIUS = 0.6 -- m, of the elephant
local EVERY = 5    -- ticks between looks at the walls

-- Walls as x, y of the center and half of width and depth, as building.lua has them.
local function walls()
  local list = {}
  local function wall(x1, y1, x2, y2)
    local w, d = x2 > x1 and (x2 - x1) / 2 or 0.15, y2 > y1 and (y2 - y1) / 2 or 0.15
    list[#list + 1] = { (x1 + x2) / 2, (y1 + y2) / 2, w, d }
  end
  for middle = -15, 15, 6 do
    for _, side in ipairs { -1, 1 } do
      wall(middle - 3, 2 * side, middle - 1.4, 2 * side)
      wall(middle + 1.4, 2 * side, middle + 3, 2 * side)
      if middle < 15 then wall(middle + 3, side > 0 and 2 or -8, middle + 3, side > 0 and 8 or -2) end
    end
  end
  return list
end

local WALLS = walls()

local function is_in_wall(x, y)
  for _, wall in ipairs(WALLS) do
    local aside, ahead = math.abs(x - wall[1]) - wall[3], math.abs(y - wall[2]) - wall[4]
    local outside = math.sqrt(math.max(aside, 0) ^ 2 + math.max(ahead, 0) ^ 2)
    if RADIUS - outside - math.min(math.max(aside, ahead), 0) > 0 then return true end
  end
  return false
end

--- How many bags it fetched, and the most ticks in a row it kept searching with one in sight.
local function search(world)
  local elephant = world:agents("elephant")()
  local past, longest, rooms, room = 0, 0, 0, nil
  world:step(TICKS, function()
    past = world:monitor("goes_past") == 1 and past + 1 or 0
    longest = math.max(longest, past)
    local now = world:monitor("room")
    if room and now ~= room then
      rooms = rooms + 1
      assert(now == room % ROOMS + 1, "a room is left out")
    end
    room = now
    if world.tick % EVERY == 0 then assert(not is_in_wall(elephant.x, elephant.y), "it is in a wall") end
  end)
  local fetched = world:monitor("fetched")
  assert(fetched > 0, "nothing is fetched")
  assert(rooms > 0, "no rooms are searched")
  return fetched, longest
end

return {
  ["the interrupt stops the search when a bag comes into sight"] = function(t)
    local with, without = 0, 0
    t:seeds(5, function()
      local fetched, longest = search(t:world { settings = { opportunistic = true } })
      with = with + fetched
      assert(longest <= 2, "it went on for " .. longest .. " ticks with a bag in sight")
      fetched, longest = search(t:world { settings = { opportunistic = false } })
      without = without + fetched
      assert(longest > 60, "it went on for no more than " .. longest .. " ticks")
    end)
    print(("%d bags with the interrupt, %d without"):format(with, without))
    assert(with > without, "the interrupt does not help")
  end,
}
