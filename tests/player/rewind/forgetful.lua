local drover = require "drover"

return drover.scenario {
  kinds = { drover.kind("deer", {}) },
  setup = function(world) world.memory.t = {} end,
  update = function(world) world.memory.t.f = world.tick >= 100 and print or 1 end,
}
