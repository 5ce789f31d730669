-- People on legs: 27 footsteps, 5 stress behaviors, or as the settings say. Two ticks a second, so that each tick is a
-- whole step of everybody: what an agent costs in a tick is what one decision costs.
local drover = require "drover"
local stress = drover.stress
local agents = require "agents"

local ROOM = 16 -- square meters for each
local PER_OBSTACLE = 20 -- people
local side = math.sqrt(ROOM * agents)

local five = {
  { stress.attract { target = "goal" }, 0.1 },
  { stress.avoid { target = "other", distance = 4 }, 2 },
  { stress.avoid { target = "crowd", distance = 8 }, 1, 0.5 },
  stress.inertia {},
  { stress.forward(), 3, 2 },
}
local ten = {
  { stress.avoid { target = "other", distance = 3 }, 1 },
  { stress.avoid { target = "crowd", distance = 6 }, 1, 0.5 },
  { stress.attract { target = "crowd" }, 0.01 },
  { stress.inertia { drunk = 0.1 }, 0.5 },
  { stress.forward(), 1 },
}
table.move(five, 1, 5, 6, ten)

local walker = drover.kind("walker", {
  body = {
    radius = 0.25, max_speed = 1.4, locomotion = "legged",
    stride = 0.7, min_stride = 0.3, arcs = drover.setting "arcs", spokes = 9, stand_still = false,
  },
  slots = { goal = "point", crowd = "point", other = "agent" },
  initial = "five",
  states = {
    five = { stress = five },
    ten = { stress = ten },
    pedestrian = { -- whom and what it looks for itself
      stress = {
        { stress.attract { target = "goal" }, 0.1 },
        { stress.predictive_avoid { kind = "walker" }, 1 },
        { stress.proximity_avoid { radius = 1.5, agents = false }, 0.5 },
        stress.inertia {},
        { stress.forward(), 3, 2 },
      },
    },
  },
})

return drover.scenario {
  title = "Legs",
  kinds = { walker },
  tick_rate = 2,
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  settings = {
    drover.slider("arcs", 3, { min = 1, max = 6, step = 1 }),
    drover.choice("behaviors", "five", { "five", "ten", "pedestrian" }),
  },
  setup = function(world, settings)
    for _ = 1, agents // PER_OBSTACLE do
      world:obstacle { sphere = { x = side * world:random(), y = side * world:random(), radius = 0.5 } }
    end
    world:scatter("walker", agents, { state = settings.behaviors })
    local before
    for agent in world:agents() do
      agent.goal = { x = side * world:random(), y = side * world:random() }
      agent.crowd = { x = side * world:random(), y = side * world:random() }
      agent.other = agent:nearest("walker", 20) or before
      before = agent
    end
  end,
}
