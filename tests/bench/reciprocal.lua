-- A crowd that crosses in all directions, each avoiding the nearest ten by half (ORCA).
local drover = require "drover"
local steer = drover.steer
local agents = require "agents"

local DENSITY = 0.25 -- people to a square meter
local FURTHEST = 200 -- meters to where one is going

local walker = drover.kind("walker", {
  body = { mass = 70, radius = 0.25, max_speed = 1.4, max_force = 350 },
  slots = { goal = "point" },
  steer = steer.reciprocal_avoidance { target = "goal" },
})

local side = math.sqrt(agents / DENSITY)

return drover.scenario {
  title = "Crossing crowd",
  kinds = { walker },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world)
    for _ = 1, agents do
      local x, y, heading = side * world:random(), side * world:random(), 2 * math.pi * world:random()
      local goal = drover.vec(x + FURTHEST * math.cos(heading), y + FURTHEST * math.sin(heading))
      world:spawn("walker", { x = x, y = y, heading = heading, speed = 1.4, goal = goal })
    end
  end,
}
