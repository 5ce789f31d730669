-- A flock in which every agent has a color of its own.
local drover = require "drover"
local agents = require "agents"
local side = require("density").side_of_square(agents)

return drover.scenario {
  title = "Colored",
  kinds = { require "boid" },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world)
    world:scatter("boid", agents, { speed = 9 })
    for boid in world:agents() do boid.color = ("#%06x"):format(world:random(0, 0xffffff)) end
  end,
}
