-- The flocking model that agent frameworks are compared by: 200 agents in a square of 100 that see 5 far, and 400 in
-- one of 150 that see 15 far. Units are the model's.
local drover = require "drover"
local agents = require "agents"

local small = agents <= 200
local side, reach = small and 100 or 150, small and 5 or 15

local bird = drover.kind("bird", {
  body = { mass = 1, radius = 0.1, max_speed = 1, max_force = 10 },
  steer = drover.steer.flocking {
    kind = "bird",
    separation = { weight = 1, radius = 1 },
    alignment = { weight = 1, radius = reach },
    cohesion = { weight = 1, radius = reach },
  },
})

return drover.scenario {
  title = "Published flocking",
  tick_rate = 1,
  kinds = { bird },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world) world:scatter("bird", agents, { speed = 1 }) end,
}
