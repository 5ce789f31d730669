local drover = require "drover"

require "other"
local people = require "pedestrian"

return drover.scenario {
  kinds = {
    drover.kind("a", {
      steer = people.walk { target = "goal" },
      body = people.body,
      slots = { goal = "point" },
    }),
  },
  setup = function(world) world:spawn("a", { goal = { 9, 9 } }) end,
}
