local drover = require "drover"

return drover.scenario {
  kinds = { drover.kind("a", { memory = { n = 1, bag = {} } }) },
  setup = function(world) world:spawn("a", { n = 7 }) end,
  update = function(world)
    world:agents()().bag.f = print
  end,
}
