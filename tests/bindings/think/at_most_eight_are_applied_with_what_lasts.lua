local drover = require "drover"
local eight = require "eight"

return drover.scenario {
  kinds = eight.kinds,
  update = function(world)
    for s in world:agents() do
      if world.tick > 1 then print(world.tick, pcall(s.apply, s, eight.north)) end
    end
  end,
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
