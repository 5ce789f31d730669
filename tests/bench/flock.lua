-- A flock in the plane.
local drover = require "drover"
local agents = require "agents"
local side = require("density").side_of_square(agents)

return drover.scenario {
  title = "Flock",
  kinds = { require "boid" },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world) world:scatter("boid", agents, { speed = 9 }) end,
}
