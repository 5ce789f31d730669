local drover = require "drover"
local walker, room = require "walker", require "room"

return drover.scenario {
  kinds = { walker.kind },
  bounds = room.bounds,
  setup = function(world)
    local a = room.build(world)
    a.sight_range = 50
    walker.replan(a)
    print(#a.known)
    a.sight_range = nil
    print(a.way.length < 30, a.way:blocked(0.6, a.known), a.way:blocked(0.6))
  end,
  update = room.arrive,
}
