-- Pairs meet head-on, each on a street of its own, and the two of a pair not quite on one line.

local drover = require "drover"
local pedestrian = require "pedestrian"

local APART = 12 -- meters between the streets

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  memory = { finish = 0 },
  steer = pedestrian.walk { target = "goal" },
})

return drover.scenario {
  kinds = { person },
  tick_rate = 20,
  bounds = { min = { -12, 0 }, max = { 12, 24 * APART } },
  monitors = {
    overlap = require "overlaps",
    arrived = function(world)
      local count = 0
      for each in world:agents("person") do
        if math.abs(each.x - each.finish) < 1 then count = count + 1 end
      end
      return count
    end,
  },
  setup = function(world)
    for i = 1, 23 do
      local y, aside = APART * i, (i - 12) * 0.05 -- −0.55 to 0.55 m
      world:spawn("person", { x = -8, y = y, goal = { 8, y }, finish = 8 })
      world:spawn("person", { x = 8, y = y + aside, heading = math.pi, goal = { -8, y + aside }, finish = -8 })
    end
  end,
}
