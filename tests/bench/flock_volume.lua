-- The flock in three dimensions.
local drover = require "drover"
local agents = require "agents"
local side = require("density").side_of_cube(agents)

return drover.scenario {
  title = "Flock in a volume",
  space = "volume",
  kinds = { require "boid" },
  bounds = { min = { 0, 0, 0 }, max = { side, side, side }, edge = "wrap" },
  setup = function(world) world:scatter("boid", agents, { speed = 9 }) end,
}
