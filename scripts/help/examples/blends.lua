local drover = require "drover"
local steer, blend = drover.steer, drover.blend
local dodge, seek, wander = steer.obstacle_avoidance {}, steer.seek { target = "goal" }, steer.wander {}

-- @example blend, composition, part, steering
local blends = {
  sum = blend.sum { seek, wander }, -- the vectors added up
  average = blend.average { seek, wander },
  -- a bare one weighs 1
  weighted = blend.weighted {
    { dodge, 3 },
    seek,
    { wander, drover.setting "whim" },
  },
  -- directions only, times the weights
  normalized = blend.normalized { { seek, 2 }, wander },
  -- blends the velocities they want
  velocity = blend.velocity { { seek, 1 }, { wander, 0.5 } },
  -- the first that asks for something
  priority = blend.priority {
    dodge, blend.weighted { seek, { wander, 0.2 } },
  },
  -- in turn, each asked with its probability
  dither = blend.dither { { dodge, 0.9 }, { seek, 0.5 } },
  -- each gets what those before it left
  allocate = blend.allocate { dodge, seek, wander },
  -- one at a time, round and round
  rotate = blend.rotate { { seek, 2 }, wander },
  -- one at a time, drawn by weight
  random = blend.random { { seek, 3 }, wander },
}
blends.three = blend.with(blends.weighted, {
  steer.flee { target = "goal", radius = 2 }, 2,
})
-- @end

local kinds = {}
for name, steering in pairs(blends) do
  kinds[#kinds + 1] = drover.kind(name, { slots = { goal = "point" }, steer = steering })
end
return drover.scenario {
  kinds = kinds,
  settings = { drover.slider("whim", 0.5) },
  setup = function(world)
    for name in pairs(blends) do world:scatter(name, 2, { goal = { 10, 0 } }) end
  end,
}
