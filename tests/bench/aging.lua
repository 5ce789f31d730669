-- A flock whose boids all change what they remember in every tick: two numbers and a boolean.
local drover = require "drover"
local steer = drover.steer
local agents = require "agents"
local side = require("density").side_of_square(agents)

local boid = drover.kind("boid", {
  body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27 },
  memory = { age = 0, energy = 1, hungry = false, mood = "calm", home = drover.vec(0, 0), met = {} },
  steer = steer.flocking {
    kind = "boid",
    separation = { weight = 12, radius = 5, angle = 2 * math.acos(-0.707) },
    alignment = { weight = 8, radius = 7.5, angle = 2 * math.acos(0.7) },
    cohesion = { weight = 1, radius = 9, angle = 2 * math.acos(-0.15) },
  },
  step = function(self, dt)
    self.age = self.age + dt
    self.energy = self.hungry and self.energy + 0.2 * dt or self.energy - 0.1 * dt
    self.hungry = self.energy < 0.5
  end,
})

return drover.scenario {
  title = "Aging",
  tick_rate = 20,
  kinds = { boid },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world) world:scatter("boid", agents, { speed = 9 }) end,
}
