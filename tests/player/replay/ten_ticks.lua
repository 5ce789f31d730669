local drover = require "drover"

return drover.scenario {
  kinds = { drover.kind("a", {}) },
  settings = { drover.slider("n", 1, { min = 0, max = 9 }) },
  update = function(world)
    if world.tick == 5 then world.memory.n = 1 end
  end,
}
