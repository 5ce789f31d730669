-- The planner thinks and doesn't walk. It answers questions with places and leaves it to the schemas below to get
-- there; they report only that they are done or have failed. Put another planner in its place, and the players stay the
-- same.

local garden = require "garden"

local planner = {}

--- How far it is on foot, in meters, or nil if there is no way.
local function way_length(world, from, to)
  local way = world:plan(from, to, { clearance = garden.CLEARANCE, resolution = 0.25 })
  if not way then return nil end
  local length = way.length
  way:remove()
  return length
end

--- Where to hide: a place that can't be seen from home, where the player is when asking, and that nobody has taken.
function planner.hiding_place(self)
  local taken, free = self.world.memory.taken, {}
  for number, place in ipairs(garden.PLACES) do
    if not taken[number] and not self:in_sight(place) then free[#free + 1] = number end
  end
  local number = free[self.world:random(1, #free)]
  taken[number] = true
  return garden.PLACES[number]
end

--- Where to search next: the nearest place on foot that it hasn't been to yet.
function planner.next_search(self)
  local best, least
  for number, place in ipairs(garden.PLACES) do
    local length = not self.searched[number] and way_length(self.world, self, place)
    if length and (not least or length < least) then best, least = number, length end
  end
  return best
end

--- Whether to run for home: it predicts which of the two would be there first.
function planner.is_first_home(self, seeker)
  local mine, its = way_length(self.world, self, garden.HOME), way_length(self.world, seeker, garden.HOME)
  return mine and its and mine / self.max_speed < its / seeker.max_speed
end

return planner
