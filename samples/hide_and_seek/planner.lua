-- The planner thinks, and does not walk. It answers questions with places; how to get there is left to the schemas
-- below it, which tell it no more than that they are done or have failed. Put another one in its place, and the players
-- are the same.

local garden = require "garden"

local planner = {}

--- How far it is on foot, in meters, or nil where no way leads.
local function way_length(world, from, to)
  local way = world:plan(from, to, { clearance = garden.CLEARANCE, resolution = 0.25 })
  if not way then return nil end
  local length = way.length
  way:remove()
  return length
end

--- Where to hide: a place that cannot be seen from home, where the player stands as it asks, and that nobody has taken.
function planner.hiding_place(self)
  local taken, free = self.world.memory.taken, {}
  for number, place in ipairs(garden.PLACES) do
    if not taken[number] and not self:in_sight(place) then free[#free + 1] = number end
  end
  local number = free[self.world:random(1, #free)]
  taken[number] = true
  return garden.PLACES[number]
end

--- Where to search next: the nearest place, on foot, where it has not been yet.
function planner.next_search(self)
  local best, least
  for number, place in ipairs(garden.PLACES) do
    local length = not self.searched[number] and way_length(self.world, self, place)
    if length and (not least or length < least) then best, least = number, length end
  end
  return best
end

--- Whether to run for home: it looks ahead to who of both would be there first.
function planner.is_first_home(self, seeker)
  local mine, its = way_length(self.world, self, garden.HOME), way_length(self.world, seeker, garden.HOME)
  return mine and its and mine / self.max_speed < its / seeker.max_speed
end

return planner
