local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  update = function(world)
    if world.tick == 3 then error "stop" end
  end,
}
