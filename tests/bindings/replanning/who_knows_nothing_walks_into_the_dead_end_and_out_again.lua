local drover = require "drover"
local walker, room = require "walker", require "room"

return drover.scenario {
  kinds = { walker.kind },
  bounds = room.bounds,
  setup = function(world)
    local a = room.build(world)
    print(a.plans, #a.known, a.way.length)
  end,
  update = room.arrive,
}
