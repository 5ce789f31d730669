-- An intersection with traffic lights, and cars that park. car.lua says how a car drives; the light is in light.lua,
-- the map in streets.lua. This file says which cars come, and what is counted.

local drover = require "drover"
local shape = require "shape"
local streets = require "streets"

local PAINTS = { "silver", "steelblue", "firebrick", "khaki", "teal", "navy", "white" }

-- A bay that no car has or will have.
local function free_bay(world)
  local taken = {}
  for each in world:agents("car") do
    if each.bay_number > 0 and each.state ~= "leaving" then taken[each.bay_number] = true end
  end
  local free = {}
  for i = 1, streets.BAYS do
    if not taken[i] then free[#free + 1] = i end
  end
  return #free > 0 and free[world:random(#free)] or nil
end

local function arrive(world, settings, entry)
  local from = world.memory.routes[entry]
  if not from.straight.alive or not from.right.alive then return end
  local x, y, _, heading = from.straight:point(0)
  if world:nearest("car", x, y, 0, 14) then return end
  local turns = world:random() < settings.turning
  local route = turns and from.right or from.straight
  local car = world:spawn("car", {
    x = x, y = y, heading = heading, speed = 6, limit = 6, route = route,
    light = from.light.alive and from.light or nil, to_line = from.to_line, turns = turns, leaves = route.length - 60,
  })
  car.color = PAINTS[world:random(#PAINTS)]
  local number = entry == 0 and not turns and world:random() < settings.parking and free_bay(world)
  if number then
    local bay = world.memory.bays[number]
    car.bay, car.bay_number, car.turn, car.way_out = bay.pose, number, bay.turn, bay.way_out
    car.color = "gold"
  end
end

return drover.scenario {
  name = "traffic",
  title = "Traffic",
  theme = "street",
  kinds = { require "light", require "car" },
  bounds = { min = { -streets.EAST, -streets.NORTH }, max = { streets.EAST, streets.NORTH }, edge = "open" },
  effects = { spawns = false, removals = false }, -- cars come and go

  settings = {
    drover.slider("traffic", 12, { min = 0, max = 40, title = "cars per minute on each street" }),
    drover.slider("turning", 0.3, { min = 0, max = 1, title = "share that turns right" }),
    drover.slider("parking", 0.6, { min = 0, max = 1, title = "share of eastbound cars that park" }),
  },

  monitors = {
    cars = function(world) return world:count("car") end,
    waiting = function(world)
      local count = 0
      for each in world:agents("car", { state = "driving" }) do
        if each.speed < 0.5 then count = count + 1 end
      end
      return count
    end,
    gap = shape.least_gap, -- meters between the two nearest
    violations = function(world) return world.memory.violations end,
    through = function(world) return world.memory.through end,
    parked = function(world) return world.memory.parked end, -- so far
    off = function(world) return world.memory.off end, -- meters, the worst so far
    turned = function(world) return world.memory.turned end, -- degrees, the worst so far
  },
  plots = {
    { title = "cars", "cars", "waiting" },
    { title = "so far", "through", "parked", "violations" },
    { title = "least gap", "gap", unit = "m" },
    { title = "worst distance off the lane", "off", unit = "m" },
    { title = "worst turn", "turned", unit = "degrees" },
  },

  setup = function(world)
    streets.draw(world)
    local memory = world.memory
    memory.violations, memory.parked, memory.off, memory.turned, memory.through = 0, 0, 0, 0, 0
    memory.routes, memory.bays = streets.routes(world), streets.bays(world)
    for entry = 0, 3 do
      -- Next to the line, on the right as drivers see it.
      local route = memory.routes[entry]
      local x, y, _, heading = route.straight:point(route.to_line)
      route.light = world:spawn("light", {
        x = x + 3 * math.sin(heading), y = y - 3 * math.cos(heading), street = entry % 2,
      })
    end
  end,

  update = function(world, dt)
    for entry = 0, 3 do
      if world:random() < world.settings.traffic / 60 * dt then arrive(world, world.settings, entry) end
    end
  end,
}
