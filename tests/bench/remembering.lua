-- A flock whose boids remember: numbers, a text, a place, a list. Some of them change what they
-- remember in each tick.
local drover = require "drover"
local steer = drover.steer
local agents = require "agents"
local side = require("density").side_of_square(agents)

local boid = drover.kind("boid", {
  body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27 },
  memory = { hunger = 0, mood = "calm", home = drover.vec(0, 0), met = {} },
  initial = "flocking",
  states = {
    flocking = {
      steer = steer.flocking {
        kind = "boid",
        separation = { weight = 12, radius = 5, angle = 2 * math.acos(-0.707) },
        alignment = { weight = 8, radius = 7.5, angle = 2 * math.acos(0.7) },
        cohesion = { weight = 1, radius = 9, angle = 2 * math.acos(-0.15) },
      },
      on = { { drover.when.chance(0.5), "looking" } },
    },
    looking = {
      enter = function(self)
        self.hunger = self.hunger + 1
        self.mood = self.hunger % 2 == 0 and "calm" or "restless"
        self.met[1] = self.x
      end,
      on = { { drover.when.after(0), "flocking" } },
    },
  },
})

return drover.scenario {
  title = "Remembering",
  kinds = { boid },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world) world:scatter("boid", agents, { speed = 9 }) end,
}
