local drover = require "drover"
local people = require "pedestrian"

local a = drover.kind("a", { steer = drover.steer.wander {} })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world.memory.library = type(people)
    world:scatter("a", 9)
  end,
}
