local drover = require "drover"

local options = require "options"

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    world:build(drover.data("fine.wkt"), { as = "obstacle" }) -- what is there already does not count
    for _, with in ipairs(options) do
      local fine, message = pcall(world.build, world, drover.data(with[1]), with[2])
      print(fine and with[1] .. ": nothing is wrong" or message)
    end
    print(world:build(drover.data("fine.wkt"), { as = "obstacle" })[1]:remove())
  end,
  update = function(world) world:build(drover.data("fine.wkt"), { as = "obstacle" }) end,
  monitors = { late = function(world) return #world:build(3) end },
}
