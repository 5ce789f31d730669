-- People on legs: 27 footsteps, 5 stress behaviors. Two ticks a second, so that each tick is a whole step of everybody:
-- what an agent costs in a tick is what one decision costs.
local drover = require "drover"
local stress = drover.stress
local agents = require "agents"

local ROOM = 16 -- square metres for each
local PER_OBSTACLE = 20 -- people
local side = math.sqrt(ROOM * agents)

local walker = drover.kind("walker", {
  body = {
    radius = 0.25, max_speed = 1.4, locomotion = "legged",
    stride = 0.7, min_stride = 0.3, arcs = 3, spokes = 9, stand_still = false,
  },
  targets = { goal = "point", crowd = "point", other = "agent" },
  stress = {
    { stress.attract { target = "goal" }, 0.1 },
    { stress.avoid { target = "other", distance = 4 }, 2 },
    { stress.avoid { target = "crowd", distance = 8 }, 1, 0.5 },
    stress.inertia {},
    { stress.forward(), 3, 2 },
  },
})

return drover.scenario {
  title = "Legs",
  kinds = { walker },
  tick_rate = 2,
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world)
    for _ = 1, agents // PER_OBSTACLE do
      world:obstacle { sphere = { x = side * world:random(), y = side * world:random(), radius = 0.5 } }
    end
    world:scatter("walker", agents)
    local before
    for agent in world:agents() do
      agent.goal = { x = side * world:random(), y = side * world:random() }
      agent.crowd = { x = side * world:random(), y = side * world:random() }
      agent.other = agent:nearest("walker", 20) or before
      before = agent
    end
  end,
}
