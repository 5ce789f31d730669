-- Twelve cars park, each from a different place and heading, between two parked cars. Only docking steers them.

local drover = require "drover"
local shape = require "shape"
local steer, when = drover.steer, drover.when

local BAY = 2.8 -- meters wide
local APART = 80 -- meters from one lot to the next

-- Where a car starts, in the frame of its bay: meters ahead, meters to the left, degrees to the left.
local STARTS = {
  { -12, 0, 0 }, { -25, 0, 0 }, { -20, 8, 0 }, { -20, -8, 0 }, { -15, 12, -90 }, { -15, -12, 90 },
  { -30, 15, 180 }, { -30, -15, 180 }, { -12, 5, 45 }, { -12, -5, -45 }, { -40, 20, -60 }, { -18, 3, 120 },
}

local car = drover.kind("car", {
  body = shape.body,
  look = { shape = "car", size = shape.LENGTH, color = "gold" },
  slots = { bay = "pose" },
  initial = "parking",
  states = {
    parking = {
      speed = 5,
      steer = steer.docking { target = "bay", approach = drover.setting "approach" },
      on = { { when.arrived { target = "bay", distance = 0.05, speed = 0.001 }, "parked" } },
    },
    parked = { steer = steer.target_speed { speed = 0 } }, -- the brake
  },
})

local function worst(error)
  return function(world)
    local most = 0
    for each in world:agents("car") do
      if each.bay then most = math.max(most, error(each, each.bay)) end
    end
    return most
  end
end

return drover.scenario {
  name = "parking",
  title = "Parking",
  kinds = { car },
  bounds = { min = { -60, -60 }, max = { 3 * APART + 60, 2 * APART + 60 }, edge = "open" },
  settings = { drover.slider("approach", 10, { min = 1, max = 20, title = "approach (m)" }) },

  monitors = {
    parked = function(world) return world:count("car", { state = "parked" }) - 2 * #STARTS end,
    gap = shape.least_gap,
    off = worst(function(each, bay) return each:distance(bay.x, bay.y, 0) end), -- meters
    turned = worst(function(each, bay) return math.abs(math.deg(shape.turned(bay.heading, each.heading))) end),
    speed = worst(function(each) return each.speed end),
  },

  setup = function(world)
    for i, start in ipairs(STARTS) do
      -- Every lot is turned a different way.
      local x, y, heading = (i - 1) % 4 * APART, (i - 1) // 4 * APART, math.rad(30 * i)
      local c, s = math.cos(heading), math.sin(heading)
      local function place(ahead, left) return x + c * ahead - s * left, y + s * ahead + c * left end
      for _, side in ipairs { -BAY, BAY } do
        local beside_x, beside_y = place(0, side)
        local other = world:spawn("car", { x = beside_x, y = beside_y, heading = heading, state = "parked" })
        other.color = "silver"
      end
      local from_x, from_y = place(start[1], start[2])
      world:spawn("car", {
        x = from_x, y = from_y, heading = heading + math.rad(start[3]), bay = { x = x, y = y, heading = heading },
      })
    end
  end,
}
