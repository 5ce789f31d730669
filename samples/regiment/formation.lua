-- Formations: where the positions are, and who takes which. Positions are in the commander's own frame, as meters ahead
-- of him and to his left, so they march and wheel with him.

local FILES = { column = 4, line = 8 } -- soldiers abreast

-- A block of ranks behind the commander. The last rank is centered, however few it has.
local function block(count, files, spacing)
  local places = {}
  for i = 1, count do
    local rank, file = (i - 1) // files, (i - 1) % files
    local abreast = math.min(files, count - rank * files)
    places[i] = { ahead = -(rank + 1) * spacing, left = (file - (abreast - 1) / 2) * spacing }
  end
  return places
end

-- A triangle: two behind the commander, three behind these, and so on.
local function wedge(count, spacing)
  local places, rank, file = {}, 1, 0
  for i = 1, count do
    places[i] = { ahead = -rank * spacing, left = (file - rank / 2) * spacing }
    file = file + 1
    if file > rank then rank, file = rank + 1, 0 end
  end
  return places
end

local function places_of(formation, count, spacing)
  if formation == "wedge" then return wedge(count, spacing) end
  return block(count, FILES[formation], spacing)
end

-- The nearest soldier takes a position, and positions in front are filled first. So somebody next to a gap or behind it
-- fills it, another fills his position, until the gap has moved to the end: the regiment closes ranks.
local function form_up(regiment)
  local commander, settings = regiment.leader, regiment.world.settings
  if not commander then return end
  local waiting = {}
  for soldier in regiment:members() do
    if soldier ~= commander then waiting[#waiting + 1] = soldier end
  end
  for _, place in ipairs(places_of(settings.formation, #waiting, settings.spacing)) do
    local x, y = commander:to_world(place.ahead, place.left)
    local nearest, least
    for i, soldier in ipairs(waiting) do
      local distance = soldier:distance(x, y)
      if not least or distance < least then nearest, least = i, distance end
    end
    table.remove(waiting, nearest):set("place", place.ahead, place.left)
  end
end

-- How far a soldier is from his position, in meters.
local function error_of(soldier)
  local place = soldier.place
  return soldier:distance(soldier.group.leader:to_world(place.x, place.y))
end

-- The root mean square of that over all who follow.
local function error_of_all(regiment)
  local sum, count = 0, 0
  if not regiment.leader then return 0 end
  for soldier in regiment:members() do
    if soldier ~= regiment.leader and soldier.place then
      local distance = error_of(soldier)
      sum, count = sum + distance * distance, count + 1
    end
  end
  return math.sqrt(sum / math.max(1, count))
end

return { form_up = form_up, error_of_all = error_of_all }
