-- One person walks 40 m straight on, from rest.

local drover = require "drover"
local pedestrian = require "pedestrian"

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  steer = pedestrian.walk { target = "goal" },
})

local function first(world)
  return (world:agents("person")())
end

return drover.scenario {
  kinds = { person },
  tick_rate = 20,
  bounds = { min = { -5, -5 }, max = { 65, 5 } },
  monitors = {
    x = function(world) return first(world).x end,
    speed = function(world) return first(world).speed end,
  },
  setup = function(world) world:spawn("person", { goal = { 60, 0 } }) end,
}
